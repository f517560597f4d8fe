/** @module The CEL rules of the CRD: only what a 1.25 server can compile, each with its cure in the message. */
import { MAX_CHILD_NAME_LENGTH, MAX_LABEL_VALUE_LENGTH } from './limits.ts';
import type { ValidationRule } from './schema-node.ts';

const effectiveName = (object: string) =>
  `(has(${object}.spec.deploymentName) ? ${object}.spec.deploymentName : ${object}.metadata.name)`;

/** Rules over the whole object. The server has already checked that metadata.name is a DNS subdomain. */
export const objectRules = {
  nameIsLabelValue: {
    rule: `size(self.metadata.name) <= ${MAX_LABEL_VALUE_LENGTH}`,
    message: `metadata.name becomes a label of every child: use at most ${MAX_LABEL_VALUE_LENGTH} characters`,
  },
  nameServesAsDeploymentName: {
    rule: `has(self.spec.deploymentName) || (size(self.metadata.name) <= ${MAX_CHILD_NAME_LENGTH} && self.metadata.name.matches('^[a-z][-a-z0-9]*$'))`,
    message: `without spec.deploymentName the children are named by metadata.name, which then may have at most ${MAX_CHILD_NAME_LENGTH} lower-case letters, digits and '-' and begins with a letter: set spec.deploymentName or choose another name`,
  },
  deploymentNameIsImmutable: {
    rule: `${effectiveName('self')} == ${effectiveName('oldSelf')}`,
    message:
      'spec.deploymentName (metadata.name when absent) cannot change, or the running database would be left behind: create another DatabaseManager',
  },
} as const satisfies Record<string, ValidationRule>;

/** Rules over spec. */
export const specRules = {
  storageNeedsOneReplica: {
    rule: '!has(self.storage) || self.replicas == 1',
    message:
      'storage requires replicas 1, since two servers cannot share one data directory: set replicas to 1 or leave out storage',
  },
  storageStaysAsCreated: {
    rule: 'has(self.storage) == has(oldSelf.storage)',
    message:
      'storage cannot be added or removed later, or the database would start empty: create another DatabaseManager and copy the data',
  },
  usernameNeedsDatabase: {
    rule: '!has(self.username) || has(self.database)',
    message: 'username requires database, on which it is given all rights: set database too',
  },
  usernameIsNotRoot: {
    rule: "!has(self.username) || self.dbtype == 'postgres' || self.username != 'root'",
    message: 'username may not be root: mysql and mariadb have that user already',
  },
  usernameIsNotReserved: {
    rule: "!has(self.username) || self.dbtype != 'postgres' || !self.username.startsWith('pg_')",
    message: 'username may not begin with pg_: postgres keeps such names for itself',
  },
  databaseIsNotSystem: {
    rule: "!has(self.database) || !(self.database.lowerAscii() in (self.dbtype == 'postgres' ? ['template0', 'template1'] : ['mysql', 'sys', 'information_schema', 'performance_schema']))",
    message: "database may not be one of the engine's own: choose another name",
  },
} as const satisfies Record<string, ValidationRule>;

/** Rules over one field. */
export const fieldRules = {
  dbtypeIsImmutable: {
    rule: 'self == oldSelf',
    message: 'dbtype cannot change: create another DatabaseManager and copy the data',
  },
  imageIsNotLatest: {
    rule: "!self.endsWith(':latest')",
    message: 'image may not be tagged latest, which changes without notice: name a version',
  },
  storageClassIsImmutable: {
    rule: 'has(self.storageClassName) == has(oldSelf.storageClassName) && (!has(self.storageClassName) || self.storageClassName == oldSelf.storageClassName)',
    message: 'storageClassName cannot change: create another DatabaseManager and copy the data',
  },
  accessModesAreImmutable: {
    rule: 'self.accessModes == oldSelf.accessModes',
    message: 'accessModes cannot change: create another DatabaseManager and copy the data',
  },
} as const satisfies Record<string, ValidationRule>;
