import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { envSchema } from '#config/env.js';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'deploy/kubernetes');
const VALIDATOR = join(import.meta.dirname, 'kubernetes.validator.mjs');
const KUBECTL = ['/usr/local/bin/kubectl', '/usr/bin/kubectl'].find(existsSync);
interface Container {
  name: string;
  env?: { name: string }[];
  securityContext: object;
  resources: { requests: object; limits: object };
  ports?: object[];
  startupProbe?: { periodSeconds: number; failureThreshold: number };
  readinessProbe?: { periodSeconds: number; failureThreshold: number };
  livenessProbe?: object;
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    template: { spec: { securityContext: object; automountServiceAccountToken: boolean; containers: Container[] } };
  };
}
interface Kustomization {
  resources: string[];
  patches?: { path: string }[];
  configMapGenerator: { literals: string[] }[];
}

const kustomizationOf = (name: string) =>
  parse(readFileSync(join(FOLDER, name, 'kustomization.yaml'), 'utf8')) as Kustomization;
const documentsOf = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document) => document.toJS() as Manifest);
const manifests = ['base', 'example'].flatMap((name) =>
  kustomizationOf(name)
    .resources.filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => documentsOf(`${name}/${file}`)),
);
const named = manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const);
const withPods = named.filter(([, { kind }]) => kind === 'Deployment' || kind === 'Job');
const containers = withPods.flatMap(([, { spec }]) => spec.template.spec.containers);
const literals = kustomizationOf('base').configMapGenerator.flatMap((map) => map.literals);
const secondsOf = (name: string): number =>
  Number(literals.find((literal) => literal.startsWith(`${name}=`))?.split('=')[1]);

describe('the manifests for Kubernetes', () => {
  it('are all in the kustomization', () => {
    const files = ['base', 'example'].flatMap((name) => readdirSync(join(FOLDER, name)));
    const listed = ['base', 'example']
      .map(kustomizationOf)
      .flatMap(({ resources, patches = [] }) => [...resources, ...patches.map(({ path }) => path)]);
    expect(files.filter((file) => file !== 'kustomization.yaml').toSorted()).toEqual(
      listed.filter((file) => file !== '../base').toSorted(),
    );
  });

  const faultsOf = (checked: readonly object[]): string[] =>
    JSON.parse(
      execFileSync(process.execPath, [VALIDATOR], { input: JSON.stringify(checked), encoding: 'utf8' }),
    ) as string[];

  it('follow the schemas of Kubernetes', () => {
    expect(faultsOf(manifests)).toEqual([]);
  });

  it('would not pass with a wrong value', () => {
    const [api] = manifests.filter(({ kind }) => kind === 'Deployment');
    expect(faultsOf([{ ...api, spec: { ...api?.spec, replicas: 'two' } }])).toEqual([
      expect.stringContaining('data/spec/replicas must be integer'),
    ]);
  });

  it.each(withPods)('run as an ordinary user on a read-only root: %s', (_, { spec }) => {
    const pod = spec.template.spec;
    expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
    for (const { securityContext, resources } of pod.containers) {
      expect(securityContext).toEqual({
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      });
      expect(resources).toMatchObject({
        requests: { cpu: expect.any(String) },
        limits: { memory: expect.any(String) },
      });
    }
  });

  it('probe every process that stays', () => {
    const lasting = containers.filter(({ name }) => name !== 'migrate');
    expect(lasting.map((each) => [each.startupProbe, each.readinessProbe, each.livenessProbe].every(Boolean))).toEqual([
      ...[true, true, true],
    ]);
  });

  it('let a process that starts wait ten minutes for the migrations', () => {
    const given = containers.flatMap(({ startupProbe: probe }) =>
      probe ? probe.periodSeconds * probe.failureThreshold : [],
    );
    expect(Math.min(...given)).toBeGreaterThan(600);
  });

  const metricsOf = ({ spec }: Manifest) => (spec as unknown as { metrics: { type: string }[] }).metrics;
  const autoscalersOf = (files: string[]) =>
    files.flatMap((file) => documentsOf(file)).filter(({ kind }) => kind === 'HorizontalPodAutoscaler');

  it('scale without an adapter in the base', () => {
    const metrics = autoscalersOf(['base/api.yaml', 'base/worker.yaml']).flatMap(metricsOf);
    expect(metrics.map(({ type }) => type)).toEqual(['Resource', 'Resource']);
  });

  it('scale the workers of the example each by their own queues, and have a budget for disruptions', () => {
    const found = autoscalersOf(['example/worker-autoscaler.yaml', 'example/worker-reports.yaml']);
    const external = found.flatMap(metricsOf).filter(({ type }) => type === 'External');
    expect(external).toMatchObject([
      {
        external: {
          metric: { selector: { matchExpressions: [{ key: 'queue', operator: 'NotIn', values: ['pain-points'] }] } },
        },
      },
      { external: { metric: { selector: { matchLabels: { queue: 'pain-points' } } } } },
    ]);
    const namesOf = (wanted: string) =>
      manifests.filter(({ kind }) => kind === wanted).map(({ metadata }) => metadata.name);
    expect(namesOf('PodDisruptionBudget')).toEqual(namesOf('Deployment'));
    expect(readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8')).toContain('{<<.LabelMatchers>>}');
  });

  it('write the backups of the example to a volume of the workers that serve periodic work', () => {
    const [rest] = documentsOf('example/worker-rest.yaml');
    const { containers: workers, volumes } = rest!.spec.template.spec as unknown as {
      containers: { env: { value: string }[]; volumeMounts: { name: string; mountPath: string }[] }[];
      volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
    };
    expect(workers[0]?.env[0]?.value.split(',')).toContain('periodic');
    const given = kustomizationOf('example').configMapGenerator.flatMap((map) => map.literals);
    const folder = given.find((literal) => literal.startsWith('BACKUP_DIR='))?.split('=')[1];
    const mount = workers[0]?.volumeMounts.find(({ mountPath }) => mountPath === folder);
    const claim = volumes.find(({ name }) => name === mount?.name)?.persistentVolumeClaim?.claimName;
    expect(manifests.find(({ kind }) => kind === 'PersistentVolumeClaim')?.metadata.name).toBe(claim);
  });

  it('set only variables of the service', () => {
    const set = [
      ...['base', 'example'].flatMap((name) => kustomizationOf(name).configMapGenerator.flatMap((map) => map.literals)),
      ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
    ].map((literal) => literal.split('=')[0]);
    expect(set.filter((name) => !(name! in envSchema.shape))).toEqual([]);
  });

  it('take the API out of service only after several probes, and stop a process after that', () => {
    const { periodSeconds, failureThreshold } = containers.find(({ name }) => name === 'api')!.readinessProbe!;
    expect(failureThreshold).toBeGreaterThanOrEqual(3);
    expect(secondsOf('SHUTDOWN_NOTICE_SECONDS')).toBeGreaterThan(periodSeconds * failureThreshold);
  });

  it('leave a pod more time to end than the service takes', () => {
    const needed = secondsOf('SHUTDOWN_NOTICE_SECONDS') + secondsOf('SHUTDOWN_GRACE_SECONDS');
    const given = withPods.flatMap(([, { kind, spec }]) =>
      kind === 'Deployment'
        ? (spec.template.spec as unknown as { terminationGracePeriodSeconds: number }).terminationGracePeriodSeconds
        : [],
    );
    expect([given.length, Math.min(...given) > needed]).toEqual([3, true]);
  });

  const inKubectl = KUBECTL ? it : it.skip;
  inKubectl(`are what kustomize puts together${KUBECTL ? '' : ' (skipped: kubectl is not installed)'}`, () => {
    const text = execFileSync(KUBECTL ?? '', ['kustomize', join(FOLDER, 'example')], { encoding: 'utf8' });
    const kinds = parseAllDocuments(text).map((document) => (document.toJS() as Manifest).kind);
    expect(kinds.toSorted()).toEqual([...manifests.map(({ kind }) => kind), 'ConfigMap'].toSorted());
  });
});
