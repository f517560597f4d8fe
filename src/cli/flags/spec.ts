/** @module The fields of a DatabaseManager that people set daily, as flags. */
import { stringFlag } from '../oclif.ts';
import { REPLICA_BOUNDS, wholeNumberFlag } from './whole-number.ts';

const helpGroup = 'DATABASE';
const text = (helpValue: string, summary: string) => stringFlag({ helpGroup, helpValue, summary });

/** Flags of `create`; each sets one field of spec. */
export const specFlags = {
  replicas: wholeNumberFlag({
    ...REPLICA_BOUNDS,
    helpGroup,
    helpValue: '1..10',
    summary: 'How many pods. More than 1 are independent databases without replication.',
  }),
  'db-version': text('VERSION', 'Version of the engine; the current long-term release when not given.'),
  image: text('IMAGE', "Image to run instead of the engine's official one."),
  database: text('NAME', 'Database to create at the first start.'),
  username: text('NAME', 'User to create at the first start, with all rights on --database.'),
  'root-password-secret': text(
    'NAME/KEY',
    "Secret and key with the administrator's password; generated if absent.",
  ),
  'deployment-name': text('NAME', 'Name of the Deployment; the name of the DatabaseManager when not given.'),
  'config-file': text('FILE', "Configuration in the engine's own format."),
  cpu: text('QUANTITY', 'CPU to reserve, such as 500m.'),
  memory: text('QUANTITY', 'Memory to reserve and not to exceed, such as 1Gi.'),
  'service-type': stringFlag({
    helpGroup,
    options: ['ClusterIP', 'NodePort', 'LoadBalancer'],
    helpValue: 'TYPE',
    summary: 'ClusterIP (the default), NodePort or LoadBalancer.',
  }),
  port: wholeNumberFlag({
    min: 1,
    max: 65_535,
    helpGroup,
    helpValue: 'PORT',
    summary: "Port of the Service; the engine's own when not given.",
  }),
  storage: text(
    'SIZE',
    'Persistent volume of this size, such as 10Gi; without it the data die with the pod.',
  ),
  'storage-class': text('NAME', "StorageClass of the volume; the cluster's default when not given."),
  'deletion-policy': stringFlag({
    helpGroup,
    options: ['Retain', 'Delete'],
    helpValue: 'Retain|Delete',
    summary: 'Whether volume and credentials outlive the DatabaseManager. Retain when not given.',
  }),
};

/** The value of {@link specFlags} after parsing. */
export interface SpecFlags {
  readonly replicas?: number | undefined;
  readonly 'db-version'?: string | undefined;
  readonly image?: string | undefined;
  readonly database?: string | undefined;
  readonly username?: string | undefined;
  readonly 'root-password-secret'?: string | undefined;
  readonly 'deployment-name'?: string | undefined;
  readonly 'config-file'?: string | undefined;
  readonly cpu?: string | undefined;
  readonly memory?: string | undefined;
  readonly 'service-type'?: string | undefined;
  readonly port?: number | undefined;
  readonly storage?: string | undefined;
  readonly 'storage-class'?: string | undefined;
  readonly 'deletion-policy'?: string | undefined;
}
