// Generated from the contract by `npm run gen`.

import type { DestinationForm } from './destination-form.ts'
import type { Schemas } from './schemas.ts'

/** What forms ask for, by type of destination. The first setting is its address. */
export const destinationForms: Record<Schemas['DestinationType'], DestinationForm> = {
  webhook: {
    title: 'Webhook',
    defaultAddress: '',
    settings: [
      { name: 'url', label: 'URL', placeholder: 'https://…', isRequired: true },
      {
        name: 'caCertificate',
        label: 'Certificate authority',
        hint: 'For a server with a private certificate, in PEM format.',
        isMultiline: true,
        isAdvanced: true,
      },
    ],
    secrets: [
      {
        name: 'clientCertificate',
        label: 'Client certificate',
        hint: 'For a receiver that demands one (mTLS), in PEM format.',
        isMultiline: true,
        isAdvanced: true,
      },
      {
        name: 'clientKey',
        label: 'Key of the client certificate',
        isMultiline: true,
        isAdvanced: true,
      },
    ],
  },
  pull: { title: 'Pull', defaultAddress: 'Fetched by consumers', settings: [], secrets: [] },
  kinesis: {
    title: 'Kinesis stream',
    defaultAddress: '',
    settings: [
      { name: 'streamName', label: 'Stream', isRequired: true },
      { name: 'region', label: 'Region', placeholder: 'eu-west-1', isRequired: true },
      {
        name: 'partitionKeyTemplate',
        label: 'Partition key',
        hint: 'A path, such as data.groupRef.',
      },
      {
        name: 'endpointUrl',
        label: 'Endpoint',
        hint: 'For a compatible service. Leave empty for AWS.',
      },
    ],
    secrets: [
      {
        name: 'awsKeyId',
        label: 'Access key ID',
        hint: 'Leave both empty to use the IAM role of the server.',
        isShown: true,
      },
      { name: 'awsSecretKey', label: 'Secret access key' },
    ],
  },
  s3: {
    title: 'Object storage',
    defaultAddress: '',
    settings: [
      { name: 'bucket', label: 'Bucket', isRequired: true },
      { name: 'region', label: 'Region', placeholder: 'eu-west-1', isRequired: true },
      {
        name: 'keyTemplate',
        label: 'Key',
        hint: "Such as join('/', [type, date, id]). Leave empty for type, date and ID.",
      },
      {
        name: 'endpointUrl',
        label: 'Endpoint',
        hint: 'For a compatible service. Leave empty for AWS.',
      },
      {
        name: 'batch',
        label: 'Batch messages',
        hint: 'Writes several messages to one compressed object, one per line. The key then names the folder.',
        isFlag: true,
      },
    ],
    secrets: [
      {
        name: 'awsKeyId',
        label: 'Access key ID',
        hint: 'Leave both empty to use the IAM role of the server.',
        isShown: true,
      },
      { name: 'awsSecretKey', label: 'Secret access key' },
    ],
  },
  sqs: {
    title: 'SQS queue',
    defaultAddress: '',
    settings: [
      {
        name: 'queueUrl',
        label: 'Queue URL',
        placeholder: 'https://sqs.eu-west-1.amazonaws.com/123456789012/events',
        isRequired: true,
      },
      { name: 'region', label: 'Region', placeholder: 'eu-west-1', isRequired: true },
      {
        name: 'messageGroupTemplate',
        label: 'Message group',
        hint: 'A path, such as data.groupRef. Leave empty for one group per installation and object (FIFO).',
      },
      {
        name: 'endpointUrl',
        label: 'Endpoint',
        hint: 'For a compatible service. Leave empty for AWS.',
      },
    ],
    secrets: [
      {
        name: 'awsKeyId',
        label: 'Access key ID',
        hint: 'Leave both empty to use the IAM role of the server.',
        isShown: true,
      },
      { name: 'awsSecretKey', label: 'Secret access key' },
    ],
  },
  sns: {
    title: 'SNS topic',
    defaultAddress: '',
    settings: [
      {
        name: 'topicArn',
        label: 'Topic ARN',
        placeholder: 'arn:aws:sns:eu-west-1:123456789012:events',
        isRequired: true,
      },
      {
        name: 'messageGroupTemplate',
        label: 'Message group',
        hint: 'A path, such as data.groupRef. Leave empty for one group per installation and object (FIFO).',
      },
      {
        name: 'endpointUrl',
        label: 'Endpoint',
        hint: 'For a compatible service. Leave empty for AWS.',
      },
    ],
    secrets: [
      {
        name: 'awsKeyId',
        label: 'Access key ID',
        hint: 'Leave both empty to use the IAM role of the server.',
        isShown: true,
      },
      { name: 'awsSecretKey', label: 'Secret access key' },
    ],
  },
  eventbridge: {
    title: 'EventBridge bus',
    defaultAddress: '',
    settings: [
      {
        name: 'eventBusArn',
        label: 'Event bus ARN',
        placeholder: 'arn:aws:events:eu-west-1:123456789012:event-bus/default',
        isRequired: true,
      },
      { name: 'source', label: 'Source', hint: 'Leave empty for "platform".' },
      {
        name: 'endpointUrl',
        label: 'Endpoint',
        hint: 'For a compatible service. Leave empty for AWS.',
      },
    ],
    secrets: [
      {
        name: 'awsKeyId',
        label: 'Access key ID',
        hint: 'Leave both empty to use the IAM role of the server.',
        isShown: true,
      },
      { name: 'awsSecretKey', label: 'Secret access key' },
    ],
  },
  kafka: {
    title: 'Kafka topic',
    defaultAddress: '',
    settings: [
      {
        name: 'bootstrapServers',
        label: 'Bootstrap servers',
        placeholder: 'b1.acme.example:9092,b2.acme.example:9092',
        isRequired: true,
      },
      { name: 'topic', label: 'Topic', isRequired: true },
      {
        name: 'messageKeyTemplate',
        label: 'Key',
        hint: 'A path, such as data.groupRef. Leave empty for one key per installation and object.',
      },
      {
        name: 'saslMechanism',
        label: 'Sign-in',
        placeholder: 'None',
        options: ['plain', 'scram-sha-256', 'scram-sha-512'],
      },
      { name: 'username', label: 'Username' },
      {
        name: 'sslMode',
        label: 'TLS',
        placeholder: 'Default: verify-full',
        options: ['verify-full', 'verify-ca', 'require', 'disable'],
      },
      {
        name: 'caCertificate',
        label: 'Certificate authority',
        hint: 'For a server with a private certificate, in PEM format.',
        isMultiline: true,
        isAdvanced: true,
      },
    ],
    secrets: [
      { name: 'password', label: 'Password' },
      {
        name: 'clientCertificate',
        label: 'Client certificate',
        hint: 'For a receiver that demands one (mTLS), in PEM format.',
        isMultiline: true,
        isAdvanced: true,
      },
      {
        name: 'clientKey',
        label: 'Key of the client certificate',
        isMultiline: true,
        isAdvanced: true,
      },
    ],
  },
  pubsub: {
    title: 'Pub/Sub topic',
    defaultAddress: '',
    settings: [
      {
        name: 'topic',
        label: 'Topic',
        placeholder: 'projects/acme-prod/topics/events',
        isRequired: true,
      },
      {
        name: 'orderingKeyTemplate',
        label: 'Ordering key',
        hint: "Such as join('/', [data.installationId, data.objectName]). Leave empty for no order.",
      },
      {
        name: 'endpointUrl',
        label: 'Endpoint',
        hint: 'For one region, such as https://europe-west1-pubsub.googleapis.com. Leave empty for the global one.',
      },
    ],
    secrets: [
      {
        name: 'serviceAccountKey',
        label: 'Service account key',
        hint: 'The contents of the JSON file.',
      },
    ],
  },
  postgres: {
    title: 'PostgreSQL database',
    defaultAddress: '',
    settings: [
      { name: 'host', label: 'Host', placeholder: 'db.acme.example', isRequired: true },
      { name: 'database', label: 'Database', isRequired: true },
      { name: 'user', label: 'User', isRequired: true },
      { name: 'schema', label: 'Schema', hint: 'Leave empty for public.' },
      {
        name: 'sslMode',
        label: 'TLS',
        placeholder: 'Default: verify-full',
        options: ['verify-full', 'verify-ca', 'require', 'disable'],
      },
      {
        name: 'caCertificate',
        label: 'Certificate authority',
        hint: 'For a server with a private certificate, in PEM format.',
        isMultiline: true,
        isAdvanced: true,
      },
      {
        name: 'includeRaw',
        label: 'Store raw records',
        hint: 'Adds each record as the provider returned it, in the column _raw.',
        isFlag: true,
      },
    ],
    secrets: [{ name: 'password', label: 'Password' }],
  },
  log: {
    title: 'Log',
    defaultAddress: 'Server log',
    settings: [
      {
        name: 'endpointUrl',
        label: 'Endpoint',
        hint: 'HTTP endpoint of an OpenTelemetry collector. Leave empty for the server log.',
      },
    ],
    secrets: [],
  },
}
