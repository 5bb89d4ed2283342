// The browser of the audits that need one: the Chromium that is installed.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

// launch starts Chromium without anything that looks for a network.
export function launch() {
  const path = execFileSync("sh", [join(import.meta.dirname, "../../need"), "browser"], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
  const args = ["--disable-gpu", "--disable-quic", "--disable-component-update", "--hide-scrollbars"];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return puppeteer.launch({ executablePath: path, args });
}
