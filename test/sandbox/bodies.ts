import type { Json } from './client.ts'
import type { Sandbox } from './sandbox.ts'

/** The smallest valid request. */
export function templateRequest(name: string): Json {
  return { name, source: 'internal_template', source_config: {}, source_revision_config: {}, secrets: [] }
}

/** A request for the first repository of the sandbox. */
export function repohostRequest(sandbox: Sandbox, name: string, source_config: Json = {}): Json {
  const [record] = sandbox.repositories
  return {
    name,
    source: 'repohost',
    source_config: {
      integration_id: record?.host_integration_id,
      repo_url: record?.url,
      ...source_config,
    },
    source_revision_config: { repo_ref: record?.default_branch },
    secrets: [],
  }
}

/** A request with all fields of the interface. */
export function wholeRequest(name: string): Json {
  const mount = {
    name: 'data',
    mountPath: '/data',
    subPath: 'a',
    mountPropagation: 'None',
    subPathExpr: '$(POD)',
    readOnly: true,
  }
  const container = {
    name: 'proxy',
    image: 'proxy:2',
    imagePullPolicy: 'Always',
    workingDir: '/srv',
    restartPolicy: 'Always',
    command: ['proxy'],
    args: ['--verbose'],
    env: [
      { name: 'A', value: 'b' },
      { name: 'C', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    ],
    envFrom: [{ configMapRef: { name: 'settings' } }],
    resources: { limits: { cpu: '1' }, requests: { cpu: '500m' } },
    volumeMounts: [mount],
    securityContext: { runAsNonRoot: true },
  }
  const resource_spec = {
    ...{ min_scale: 1, max_scale: 2, cpu: 0.5, cpu_limit: 1, memory_mb: 512, memory_limit_mb: 1024 },
    ...{ queue_min_scale: 1, queue_max_scale: 2, queue_cpu: 0.25, queue_cpu_limit: 1 },
    ...{ queue_memory_mb: 256, queue_memory_limit_mb: 512 },
    ...{ orchestrator_cpu: 1, orchestrator_cpu_limit: 2.5, orchestrator_memory_mb: 128 },
    ...{ orchestrator_memory_limit_mb: 256, orchestrator_min_scale: 1, orchestrator_max_scale: 3 },
    ...{ executor_cpu: 1, executor_cpu_limit: 2, executor_memory_mb: 64, executor_memory_limit_mb: 128 },
    ...{ redis_cpu: 0.1, redis_cpu_limit: 0.2, redis_memory_mb: 32, redis_memory_limit_mb: 64 },
    ...{ db_cpu: 1, db_cpu_limit: 2, db_memory_mb: 1024, db_memory_limit_mb: 2048 },
    ...{ db_storage_gi: 10, db_max_connections: 100 },
    ...{ labels: { team: 'shop' }, annotations: { note: 'x' }, service_account_name: 'shop' },
    image_pull_secrets: [{ name: 'pull' }],
    volumes: [
      { name: 'a', configMap: { name: 'c' } },
      { name: 'b', secret: {}, emptyDir: {}, persistentVolumeClaim: {}, nfs: {} },
      { name: 'c', projected: {}, downwardAPI: {}, csi: {} },
    ],
    volume_mounts: [mount],
    init_containers: [container],
    sidecars: [container, { name: 'small' }],
  }
  return {
    name,
    source: 'external_container',
    source_config: {
      integration_id: '11111111-2222-4333-8444-555555555555',
      repo_url: 'https://git.example/acme/shop',
      build_on_push: false,
      custom_url: 'https://shop.example',
      resource_spec,
      listener_id: '66666666-7777-4888-9999-aaaaaaaaaaaa',
      listener_config: { k8s_namespace: 'shop' },
      install_command: 'npm ci',
      build_command: 'npm run build',
    },
    source_revision_config: {
      repo_ref: 'main',
      graph_config_path: 'graph.json',
      image_uri: 'images.example:5000/acme/shop:1.4.2',
      source_tarball_path: 'shop.tgz',
    },
    secrets: [
      { name: 'TOKEN', value: 'value of the token' },
      { name: 'EMPTY', value: '' },
    ],
    secret_references: [{ name: 'DB', secret_name: 'database', secret_key: 'url' }],
  }
}
