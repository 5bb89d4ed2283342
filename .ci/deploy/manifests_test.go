package deploy

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// manifests decodes every file strictly: an unknown, doubled or mistyped field
// fails the test. The key is the kind.
func manifests(t *testing.T) map[string]runtime.Object {
	t.Helper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{appsv1.AddToScheme, corev1.AddToScheme, networkingv1.AddToScheme, policyv1.AddToScheme} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	files, err := filepath.Glob("kubernetes/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no manifests: %v", err)
	}
	objects := map[string]runtime.Object{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		object, kind, err := decoder.Decode(text, nil, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if objects[kind.Kind] != nil {
			t.Errorf("%s: a second %s", name, kind.Kind)
		}
		objects[kind.Kind] = object
	}
	if t.Failed() {
		t.FailNow()
	}
	return objects
}

func of[T runtime.Object](t *testing.T, objects map[string]runtime.Object, kind string) T {
	t.Helper()
	object, ok := objects[kind].(T)
	if !ok {
		t.Fatalf("no %s among the manifests", kind)
	}
	return object
}

// TestManifestsFitTogether checks what the API server does not: that names
// and labels in one manifest are those of another.
func TestManifestsFitTogether(t *testing.T) {
	objects := manifests(t)
	deployment := of[*appsv1.Deployment](t, objects, "Deployment")
	service := of[*corev1.Service](t, objects, "Service")
	settings := of[*corev1.ConfigMap](t, objects, "ConfigMap")
	pod := deployment.Spec.Template
	container := pod.Spec.Containers[0]

	selects := func(what string, s *metav1.LabelSelector) {
		t.Helper()
		selector, err := metav1.LabelSelectorAsSelector(s)
		if err != nil || selector.Empty() || !selector.Matches(labels.Set(pod.Labels)) {
			t.Errorf("%s selects %v, which the pods are not (%v)", what, selector, err)
		}
	}
	selects("the Deployment", deployment.Spec.Selector)
	selects("the Service", &metav1.LabelSelector{MatchLabels: service.Spec.Selector})
	selects("the PodDisruptionBudget", of[*policyv1.PodDisruptionBudget](t, objects, "PodDisruptionBudget").Spec.Selector)
	selects("the NetworkPolicy", &of[*networkingv1.NetworkPolicy](t, objects, "NetworkPolicy").Spec.PodSelector)
	for _, c := range pod.Spec.TopologySpreadConstraints {
		selects("the spread over "+c.TopologyKey, c.LabelSelector)
	}

	ports := map[string]int32{}
	for _, p := range container.Ports {
		ports[p.Name] = p.ContainerPort
	}
	named := func(what string, port intstr.IntOrString) {
		t.Helper()
		if ports[port.StrVal] == 0 {
			t.Errorf("%s has the port %v, and the container has %v", what, port.String(), ports)
		}
	}
	for name, probe := range map[string]*corev1.Probe{"startup": container.StartupProbe, "readiness": container.ReadinessProbe, "liveness": container.LivenessProbe} {
		if probe == nil || probe.HTTPGet == nil {
			t.Fatalf("no %s probe over HTTP", name)
		}
		named("the "+name+" probe", probe.HTTPGet.Port)
	}
	named("the Service", service.Spec.Ports[0].TargetPort)
	for _, rule := range of[*networkingv1.NetworkPolicy](t, objects, "NetworkPolicy").Spec.Ingress {
		for _, p := range rule.Ports {
			named("the NetworkPolicy", *p.Port)
		}
	}
	backend := of[*networkingv1.Ingress](t, objects, "Ingress").Spec.Rules[0].HTTP.Paths[0].Backend.Service
	if backend.Name != service.Name || backend.Port.Name != service.Spec.Ports[0].Name {
		t.Errorf("the Ingress leads to %v, not to the Service", backend)
	}
	if from := container.EnvFrom[0].ConfigMapRef; from.Name != settings.Name {
		t.Errorf("the container's variables are of %q, the ConfigMap is %q", from.Name, settings.Name)
	}
	host := of[*networkingv1.Ingress](t, objects, "Ingress").Spec.Rules[0].Host
	if base := settings.Data["INCIDENTLIB_BASE_URL"]; base != "https://"+host {
		t.Errorf("the base URL is %q, the Ingress is for %q", base, host)
	}
}

// TestPodSecurity holds the pods to the restricted profile of the Pod Security
// Standards, by the code that admits pods in a cluster, and to a root that they
// cannot write to.
func TestPodSecurity(t *testing.T) {
	pod := of[*appsv1.Deployment](t, manifests(t), "Deployment").Spec.Template
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	restricted := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	for _, r := range evaluator.EvaluatePod(restricted, &pod.ObjectMeta, &pod.Spec) {
		if !r.Allowed {
			t.Errorf("%s: %s", r.ForbiddenReason, r.ForbiddenDetail)
		}
	}
	for _, c := range pod.Spec.Containers {
		if c.SecurityContext.ReadOnlyRootFilesystem == nil || !*c.SecurityContext.ReadOnlyRootFilesystem {
			t.Errorf("the container %s can write to its root", c.Name)
		}
		if c.Resources.Limits.Memory().IsZero() || c.Resources.Requests.Cpu().IsZero() {
			t.Errorf("the container %s has no limit of memory or no request of CPU", c.Name)
		}
	}
}

// TestRolloutFailsNoRequest checks that a new copy is ready before an old one
// ends, and that an old one has the time to pause and to answer what it has.
func TestRolloutFailsNoRequest(t *testing.T) {
	deployment := of[*appsv1.Deployment](t, manifests(t), "Deployment").Spec
	if rolling := deployment.Strategy.RollingUpdate; rolling.MaxUnavailable.IntValue() != 0 || rolling.MaxSurge.IntValue() < 1 {
		t.Errorf("a rollout ends copies before others are ready: %v", rolling)
	}
	pod := deployment.Template.Spec
	stop := pod.Containers[0].Lifecycle.PreStop.Sleep
	if stop == nil || stop.Seconds < 1 {
		t.Fatal("a copy ends while balancers still send requests: it has no pause before its end, or one that needs a shell")
	}
	pause := time.Duration(stop.Seconds) * time.Second
	grace := time.Duration(*pod.TerminationGracePeriodSeconds) * time.Second
	m := regexp.MustCompile(`for at most (\w+);`).FindStringSubmatch(strings.Join(strings.Fields(help(t)), " "))
	if m == nil {
		t.Fatal(`"incidentlib serve --help" does not say how long requests under way are waited for`)
	}
	drain, err := time.ParseDuration(m[1])
	if err != nil {
		t.Fatal(err)
	}
	if grace <= pause+drain {
		t.Errorf("the copy is killed after %v; its pause of %v and the wait of %v for requests under way need more", grace, pause, drain)
	}
}

// TestSettings checks that every variable is one that the program reads.
func TestSettings(t *testing.T) {
	text := help(t)
	for name := range of[*corev1.ConfigMap](t, manifests(t), "ConfigMap").Data {
		if !strings.Contains(text, "$"+name) {
			t.Errorf("the program reads no %s", name)
		}
	}
}

// help is what the program says of its flags.
func help(t *testing.T) string {
	t.Helper()
	program(t)
	return run(t, "bin/incidentlib", "serve", "--help")
}

// root is the project's folder.
const root = "../.."
