// Lists and calls every tool, resource and prompt of "incidentlib serve" (HTTP)
// and "incidentlib mcp" (stdio) with the official TypeScript client, and holds
// the budget of every answer.
//
//   node audit.mjs PROGRAM
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const program = resolve(process.argv[2] ?? "bin/incidentlib");
const database = mkdtempSync(join(tmpdir(), "incidentlib-audit-"));
const maxAnswer = 24_000;
const checks = { calls: 0, largest: 0 };

// toolCalls are calls of every tool that must succeed, in each language.
const toolCalls = {
  search_incidents: [{ q: "캐시" }, { q: "FATAL: too many connections", per_page: 100, fields: ["summary", "facets"] }],
  list_incidents: [{}, { severity: ["critical"], sort: "oldest" }],
  get_incident: [{ id: "IL-0136" }, { id: "136", fields: ["checks", "timeline"] }],
  get_topic: [{ kind: "causes", slug: "deploy-rollout" }, { kind: "components", slug: "database", fields: ["occurs_with"] }],
  vocab: [{}, { q: "재시도" }, { kind: "factors" }, { q: "xyzzy plugh" }],
};

// wrongCalls must be answered by tool errors that name what would be right.
const wrongCalls = [
  ["get_topic", { kind: "causes", slug: "deploy-rollot" }, "deploy-rollout"],
  ["list_incidents", { symptom: ["high-latncy"] }, "high-latency"],
  ["list_incidents", { smptom: ["high-latency"] }, "symptom"],
  ["get_incident", { id: "IL-9136" }, "IL-0136"],
];

function keep(answer) {
  checks.calls++;
  const bytes = Buffer.byteLength(JSON.stringify(answer));
  checks.largest = Math.max(checks.largest, bytes);
  assert.ok(bytes < maxAnswer, `an answer of ${bytes} bytes`);
  return answer;
}

function keepTool(answer) {
  keep(answer);
  assert.equal(typeof answer.structuredContent, "object");
  assert.ok(!Array.isArray(answer.structuredContent));
  assert.ok(answer.content[0].text.length > 0);
  return answer;
}

async function audit(name, transport) {
  const client = new Client({ name: "audit", version: "1.0.0" });
  await client.connect(transport);

  const { tools } = keep(await client.listTools());
  assert.deepEqual(tools.map((t) => t.name).sort(), Object.keys(toolCalls).sort());
  for (const tool of tools) {
    assert.equal(tool.inputSchema.additionalProperties, false);
    assert.deepEqual([tool.annotations.readOnlyHint, tool.annotations.idempotentHint, tool.annotations.openWorldHint], [true, true, false]);
    for (const args of toolCalls[tool.name]) {
      for (const lang of ["en", "ko"]) {
        const answer = keepTool(await client.callTool({ name: tool.name, arguments: { ...args, lang } }));
        assert.ok(!answer.isError, `${tool.name}: ${answer.content[0].text}`);
      }
    }
  }
  for (const [tool, args, want] of wrongCalls) {
    const answer = keepTool(await client.callTool({ name: tool, arguments: args }));
    assert.ok(answer.isError && answer.content[0].text.includes(want), `${tool}: ${answer.content[0].text}`);
  }

  const ids = new Set();
  for (let cursor; ; ) {
    const answer = keepTool(await client.callTool({ name: "list_incidents", arguments: cursor ? { cursor } : {} })).structuredContent;
    answer.cases.forEach((c) => ids.add(c.id));
    if (!(cursor = answer.next_cursor)) {
      assert.equal(ids.size, answer.total);
      break;
    }
  }

  const { resourceTemplates } = keep(await client.listResourceTemplates());
  assert.ok(resourceTemplates.some((t) => t.uriTemplate === "incident://{id}"));
  let resources = 0;
  for (let cursor; ; ) {
    const page = keep(await client.listResources(cursor ? { cursor } : {}));
    for (const { uri } of page.resources) {
      resources++;
      const { contents } = keep(await client.readResource({ uri }));
      assert.match(contents[0].text, /^# IL-/);
      keep(await client.readResource({ uri: `${uri}/ko` }));
    }
    if (!(cursor = page.nextCursor)) break;
  }
  assert.equal(resources, ids.size);
  await assert.rejects(client.readResource({ uri: "incident://IL-9136" }), /IL-0136/);

  const { prompts } = keep(await client.listPrompts());
  assert.deepEqual(prompts.map((p) => p.name).sort(), ["check_my_system", "find_similar_incident"]);
  for (const prompt of prompts) {
    for (const args of [{ case: "IL-0136" }, { symptom: "connection pool exhausted" }, { symptom: "헬스체크 실패", lang: "ko" }]) {
      const { messages } = keep(await client.getPrompt({ name: prompt.name, arguments: args }));
      assert.equal(messages[0].role, "user");
    }
    await assert.rejects(client.getPrompt({ name: prompt.name, arguments: {} }), /symptom or a case/);
  }
  await client.close();
  console.log(`${name}: ${tools.length} tools, ${resources} resources, ${prompts.length} prompts listed and called`);
}

// serve starts the site on a free port and returns its address.
function serve() {
  const child = spawn(program, ["serve", "--addr", "127.0.0.1:0", "--db-dir", database], { stdio: ["ignore", "ignore", "pipe"] });
  return new Promise((done, failed) => {
    let log = "";
    child.stderr.on("data", (chunk) => {
      log += chunk;
      const m = /msg="serving (http\S+) /.exec(log);
      if (m) done({ child, address: m[1] });
    });
    child.on("exit", () => failed(new Error(log)));
    child.on("error", failed);
  });
}

const { child, address } = await serve();
try {
  await audit("HTTP", new StreamableHTTPClientTransport(new URL(`${address}/mcp`)));
  for (const path of ["oauth-protected-resource", "oauth-authorization-server/mcp"]) {
    const r = await fetch(`${address}/.well-known/${path}`);
    assert.equal(r.status, 404);
    assert.ok(!r.headers.get("content-type").includes("html"));
  }
  await audit("stdio", new StdioClientTransport({ command: program, args: ["mcp", "--db-dir", database], stderr: "inherit" }));
} finally {
  child.removeAllListeners("exit");
  child.kill();
  rmSync(database, { recursive: true, force: true });
}
console.log(`${checks.calls} answers, the largest of ${checks.largest} bytes`);
