// Package deploy holds what runs the site elsewhere: a Dockerfile, Kubernetes
// manifests and a configuration of nginx. Its tests check them; they need
// buildah, and stand apart so that go.mod of the product does not grow.
package deploy
