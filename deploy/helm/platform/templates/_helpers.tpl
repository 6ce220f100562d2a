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
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range $name, $key := .Values.secretSettings }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $.Values.secretName }}, key: {{ $key }} } }
{{- end }}
{{- end }}

{{- define "platform.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "platform.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
seccompProfile: { type: RuntimeDefault }
{{- end }}
