/** @module The flags that choose a cluster and an identity: kubectl's, with kubectl's meaning. */
import { booleanFlag, stringFlag } from '../oclif.ts';
import { durationFlag } from './duration.ts';
import { wholeNumberFlag } from './whole-number.ts';

const helpGroup = 'CLUSTER';

/** Flags of every command that talks to an API server. */
export const targetFlags = {
  sandbox: booleanFlag({
    helpGroup,
    summary: 'Work on the embedded sandbox, whatever is configured. DBM_SANDBOX=1 does the same.',
  }),
  kubeconfig: stringFlag({ helpGroup, helpValue: 'FILE', summary: 'The kubeconfig file to use.' }),
  context: stringFlag({ helpGroup, helpValue: 'NAME', summary: 'The kubeconfig context to use.' }),
  cluster: stringFlag({ helpGroup, helpValue: 'NAME', summary: 'The kubeconfig cluster to use.' }),
  user: stringFlag({ helpGroup, helpValue: 'NAME', summary: 'The kubeconfig user to use.' }),
  server: stringFlag({
    char: 's',
    aliases: ['master'],
    helpGroup,
    helpValue: 'URL',
    summary: 'The address of the API server.',
  }),
  token: stringFlag({ helpGroup, helpValue: 'TOKEN', summary: 'The bearer token to authenticate with.' }),
  as: stringFlag({ helpGroup, helpValue: 'USER', summary: 'Act as this user.' }),
  'as-group': stringFlag({
    multiple: true,
    multipleNonGreedy: true,
    helpGroup,
    helpValue: 'GROUP',
    summary: 'Act as a member of this group; may be repeated.',
  }),
  'as-uid': stringFlag({ helpGroup, helpValue: 'UID', summary: 'Act with this UID.' }),
  'tls-server-name': stringFlag({
    helpGroup,
    helpValue: 'NAME',
    summary: "The name that the server's certificate must carry.",
  }),
  'insecure-skip-tls-verify': booleanFlag({
    helpGroup,
    summary: "Do not check the server's certificate. Insecure.",
  }),
  'certificate-authority': stringFlag({
    helpGroup,
    helpValue: 'FILE',
    summary: "The CA certificates that may sign the server's.",
  }),
  'request-timeout': durationFlag({
    helpGroup,
    summary: 'How long to wait for one answer of the server, such as 10s; 0 means for ever.',
  }),
  verbosity: wholeNumberFlag({
    char: 'v',
    helpGroup,
    helpValue: 'LEVEL',
    min: 0,
    max: 10,
    summary: 'How much to log; from 6 on, each request is shown on stderr.',
  }),
};

/** The value of {@link targetFlags} after parsing. */
export interface TargetFlags {
  readonly sandbox: boolean;
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
  readonly cluster?: string | undefined;
  readonly user?: string | undefined;
  readonly server?: string | undefined;
  readonly token?: string | undefined;
  readonly as?: string | undefined;
  readonly 'as-group'?: readonly string[] | undefined;
  readonly 'as-uid'?: string | undefined;
  readonly 'tls-server-name'?: string | undefined;
  readonly 'insecure-skip-tls-verify'?: boolean | undefined;
  readonly 'certificate-authority'?: string | undefined;
  /** Milliseconds. */
  readonly 'request-timeout'?: number | undefined;
  readonly verbosity?: number | undefined;
  readonly namespace?: string | undefined;
}
