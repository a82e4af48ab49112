{{/* Of one part of the release: api, worker, migrate or test. */}}
{{- define "dailies.selector" -}}
app.kubernetes.io/name: dailies
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "dailies.labels" -}}
{{ include "dailies.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "dailies.image" -}}
{{- $image := index .root.Values.images .image -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ default .root.Chart.AppVersion $image.tag }}
{{- end -}}
{{- end -}}

{{/* What all pods have in common. No pod asks the API server of Kubernetes, so none gets a token. */}}
{{- define "dailies.pod" -}}
automountServiceAccountToken: false
# Kubernetes would otherwise set variables named after services, such as DAILIES_API_PORT.
enableServiceLinks: false
{{- with .root.Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- end -}}

{{/* Nodes and zones are preferred to be different. A hard rule by zone would, with the disruption budget, never let a zone drain. */}}
{{- define "dailies.placement" -}}
{{- $part := index .root.Values .part -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels:
        {{- include "dailies.selector" $ | nindent 8 }}
  {{- end }}
{{- with $part.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $part.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "dailies.container-security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* The variables of every process. Secrets are files, so that no environment shows them. */}}
{{- define "dailies.env" -}}
{{- $values := .root.Values -}}
- name: DAILIES_PUBLIC_ORIGIN
  value: {{ $values.publicOrigin | quote }}
{{- with $values.extraOrigins }}
- name: DAILIES_EXTRA_ORIGINS
  value: {{ join "," . | quote }}
{{- end }}
- name: DAILIES_TRUSTED_PROXIES
  value: {{ join "," $values.trustedProxies | quote }}
- name: DAILIES_TEMPORAL_ADDRESS
  value: {{ $values.engines.temporal.address | quote }}
- name: DAILIES_TEMPORAL_NAMESPACE
  value: {{ $values.engines.temporal.namespace | quote }}
- name: DAILIES_TASK_QUEUE
  value: {{ $values.engines.temporal.taskQueue | quote }}
- name: DAILIES_S3_ENDPOINT
  value: {{ $values.engines.s3.endpoint | quote }}
{{- with $values.engines.s3.publicEndpoint }}
- name: DAILIES_S3_PUBLIC_ENDPOINT
  value: {{ . | quote }}
{{- end }}
- name: DAILIES_S3_REGION
  value: {{ $values.engines.s3.region | quote }}
- name: DAILIES_S3_ASSETS_BUCKET
  value: {{ $values.engines.s3.assetsBucket | quote }}
- name: DAILIES_S3_DATASETS_BUCKET
  value: {{ $values.engines.s3.datasetsBucket | quote }}
- name: DAILIES_MAIL_FROM
  value: {{ $values.engines.mail.from | quote }}
{{- range $name, $value := $values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range include "dailies.secret-keys" . | splitList "," }}
- name: {{ . }}_FILE
  value: /run/secrets/dailies/{{ . }}
{{- end }}
{{- end -}}

{{- define "dailies.secret-keys" -}}
{{- $required := list "DAILIES_DATABASE_URL" "DAILIES_REDIS_URL" "DAILIES_S3_ACCESS_KEY_ID" "DAILIES_S3_SECRET_ACCESS_KEY" "DAILIES_SMTP_URL" "DAILIES_SECRET_KEY" -}}
{{- concat $required .root.Values.secrets.optional | join "," -}}
{{- end -}}

{{- define "dailies.mounts" -}}
- { name: secrets, mountPath: /run/secrets/dailies, readOnly: true }
- { name: tmp, mountPath: /tmp }
{{- end -}}

{{/* A key that the Secret lacks stops the pod with the name of the key. */}}
{{- define "dailies.volumes" -}}
- name: secrets
  secret:
    secretName: {{ .root.Values.secrets.app }}
    defaultMode: 0440
    items:
      {{- range include "dailies.secret-keys" . | splitList "," }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
- name: tmp
  emptyDir: { sizeLimit: 1Gi }
{{- end -}}

{{- define "dailies.scratch" -}}
{{- $scratch := (index .root.Values .part).scratch -}}
- name: scratch
  {{- if $scratch.storageClass }}
  ephemeral:
    volumeClaimTemplate:
      spec:
        accessModes: [ReadWriteOnce]
        storageClassName: {{ $scratch.storageClass }}
        resources:
          requests:
            storage: {{ $scratch.size }}
  {{- else }}
  emptyDir: { sizeLimit: {{ $scratch.size }} }
  {{- end }}
{{- end -}}

{{- define "dailies.probes" -}}
startupProbe:
  httpGet: { path: /startupz, port: ops }
  periodSeconds: 2
  timeoutSeconds: 3
  # The worker waits up to a minute for each of two engines.
  failureThreshold: 90
readinessProbe:
  httpGet: { path: /readyz, port: ops }
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
livenessProbe:
  httpGet: { path: /livez, port: ops }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
{{- end -}}
