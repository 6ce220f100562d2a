{{- define "platform.labels" -}}
app.kubernetes.io/name: platform
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "platform.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* `helm upgrade --reuse-values` lacks the keys that this chart added: they are empty then. */}}
{{- define "platform.environment" -}}
{{- $settings := .Values.settings | default dict }}
{{- $secretSettings := .Values.secretSettings | default dict }}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.secretName }}, key: database-url } }
- name: PLATFORM_MASTER_KEY
  valueFrom: { secretKeyRef: { name: {{ .Values.secretName }}, key: master-key } }
- name: PLATFORM_PUBLIC_URL
  value: {{ required "publicUrl is missing" .Values.publicUrl | quote }}
{{- if and .Values.messageLog .Values.messageLog.enabled }}
{{- range $name, $key := dict "PLATFORM_LOG" "message-log-url" "PLATFORM_LOG_SYSTEM" "message-log-system-url" }}
{{- if or (hasKey $settings $name) (hasKey $secretSettings $name) }}
{{- fail (printf "%s is set by messageLog: remove it from settings and secretSettings" $name) }}
{{- end }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $.Values.secretName }}, key: {{ $key }} } }
{{- end }}
{{- end }}
{{- /* Helm reads numbers as floats: as JSON large ones have no exponent. */}}
{{- range $name, $value := $settings }}
- name: {{ $name }}
  value: {{ if kindIs "string" $value }}{{ quote $value }}{{ else }}{{ toJson $value | quote }}{{ end }}
{{- end }}
{{- range $name, $key := $secretSettings }}
{{- if hasKey $settings $name }}
{{- fail (printf "%s is in settings and in secretSettings: remove it from one" $name) }}
{{- end }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $.Values.secretName }}, key: {{ $key }} } }
{{- end }}
{{- end }}

{{- define "platform.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "platform.mounts" -}}
{{- if and .Values.messageLog .Values.messageLog.filesSecretName }}
volumeMounts: [{ name: message-log, mountPath: /message-log, readOnly: true }]
{{- end }}
{{- end }}

{{- define "platform.pod" -}}
automountServiceAccountToken: false
# For a Service named `platform`, Kubernetes would set PLATFORM_PORT, which the server reads as a setting.
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
{{- with and .Values.messageLog .Values.messageLog.filesSecretName }}
  # Allows the container's user to read the files, which belong to root.
  fsGroup: 65532
volumes:
  - name: message-log
    secret: { secretName: {{ . }}, defaultMode: 288 } # 0440
{{- end }}
{{- end }}
