/** @module The numbers and patterns that schema, validation and names agree on. */

/**
 * The longest name that children can carry. Label values end at 63 characters; what Kubernetes puts behind a
 * Deployment's name (`-` and the ten-letter template hash of a ReplicaSet) takes 11 of them.
 */
export const MAX_CHILD_NAME_LENGTH = 52;

/** The longest value of a Kubernetes label: `metadata.name` becomes one on every child. */
export const MAX_LABEL_VALUE_LENGTH = 63;

/** The longest name of any object that is not limited further: a DNS subdomain. */
export const MAX_OBJECT_NAME_LENGTH = 253;

/** RFC 1035 label: what a Service may be called (a digit may not come first). */
export const CHILD_NAME_PATTERN = '^[a-z]([-a-z0-9]*[a-z0-9])?$';

/** RFC 1123 subdomain: what a Secret, a ConfigMap or a class may be called. */
export const OBJECT_NAME_PATTERN = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';

/** A label's value: empty, or letters, digits, `-`, `_` and `.` between letters or digits. */
export const LABEL_VALUE_PATTERN = '^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$';

/** A key of a Secret or ConfigMap. */
export const DATA_KEY_PATTERN = '^[-._a-zA-Z0-9]+$';

/** The tag of an official image: numbers with dots, then perhaps a variant. */
export const VERSION_PATTERN = '^[0-9]+(\\.[0-9]+)*(-[A-Za-z0-9._-]+)?$';

/** An image with a tag or a digest. */
export const IMAGE_PATTERN = '^[a-z0-9][-a-zA-Z0-9._:/]*(:[A-Za-z0-9_][-A-Za-z0-9_.]*|@sha256:[a-f0-9]{64})$';

/** What databases and users may be called. */
export const SQL_NAME_PATTERN = '^[A-Za-z_][A-Za-z0-9_-]*$';

/** A quantity that is not negative. */
export const QUANTITY_PATTERN =
  '^\\+?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][-+]?[0-9]+)?$';

/** What a value must be like that does not match, in words. */
export const patternMeanings: Readonly<Record<string, string>> = {
  [CHILD_NAME_PATTERN]:
    "must be lower-case letters, digits and '-', beginning with a letter and not ending with '-'",
  [OBJECT_NAME_PATTERN]:
    "must be lower-case letters, digits, '-' and '.', with a letter or digit at both ends",
  [LABEL_VALUE_PATTERN]: "must be letters, digits, '-', '_' and '.', with a letter or digit at both ends",
  [DATA_KEY_PATTERN]: "must be letters, digits, '-', '_' and '.'",
  [VERSION_PATTERN]: 'must begin with a number, such as 8.4 or 17-bookworm',
  [IMAGE_PATTERN]: 'must be an image with a tag or a digest, such as mysql:8.4',
  [QUANTITY_PATTERN]: 'must be a quantity such as 500m, 2 or 10Gi, and not negative',
  [SQL_NAME_PATTERN]: "must be letters, digits, '_' and '-', beginning with a letter or '_'",
};
