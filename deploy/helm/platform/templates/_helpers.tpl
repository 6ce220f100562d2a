{{- define "platform.labels" -}}
app.kubernetes.io/name: platform
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "platform.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "platform.environment" -}}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.secretName }}, key: database-url } }
- name: PLATFORM_MASTER_KEY
  valueFrom: { secretKeyRef: { name: {{ .Values.secretName }}, key: master-key } }
- name: PLATFORM_PUBLIC_URL
  value: {{ required "publicUrl is missing" .Values.publicUrl | quote }}
{{- if .Values.messageLog.enabled }}
{{- range $name, $key := dict "PLATFORM_LOG" "message-log-url" "PLATFORM_LOG_SYSTEM" "message-log-system-url" }}
{{- if or (hasKey $.Values.settings $name) (hasKey $.Values.secretSettings $name) }}
{{- fail (printf "%s is set by messageLog: remove it from settings and secretSettings" $name) }}
{{- end }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $.Values.secretName }}, key: {{ $key }} } }
{{- end }}
{{- end }}
{{- /* Helm reads numbers as floats: as JSON large ones have no exponent. */}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ if kindIs "string" $value }}{{ quote $value }}{{ else }}{{ toJson $value | quote }}{{ end }}
{{- end }}
{{- range $name, $key := .Values.secretSettings }}
{{- if hasKey $.Values.settings $name }}
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
{{- if .Values.messageLog.filesSecretName }}
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
{{- with .Values.messageLog.filesSecretName }}
  # Allows the container's user to read the files, which belong to root.
  fsGroup: 65532
volumes:
  - name: message-log
    secret: { secretName: {{ . }}, defaultMode: 288 } # 0440
{{- end }}
{{- end }}
