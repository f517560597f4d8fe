/** @module The `user` of a kubeconfig entry: credentials and impersonation. */
import { isAbsolute, resolve } from 'node:path';
import { absolute, parsePem, present } from './entry-values.ts';
import type { Fields } from './fields.ts';
import type { ExecPlugin, Impersonation, UserEntry } from './kubeconfig.ts';
import { KubeconfigError } from './kubeconfig-error.ts';

const EXEC_VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

/** Throws a KubeconfigError for combinations that kubectl refuses too. */
export function parseUser(fields: Fields, folder: string): UserEntry {
  const tokenFile = fields.text('tokenFile');
  const user = present<UserEntry>({
    token: fields.text('token'),
    tokenFile: tokenFile === undefined ? undefined : absolute(tokenFile, folder),
    basic: parseBasic(fields),
    certificate: parseCertificate(fields, folder),
    exec: fields.has('exec') ? parseExec(fields.child('exec'), folder) : undefined,
    authProvider: fields.has('auth-provider')
      ? (fields.child('auth-provider').text('name') ?? '')
      : undefined,
    impersonate: parseImpersonation(fields),
  });
  if (user.token !== undefined && user.basic !== undefined) {
    throw new KubeconfigError(`${fields.at} has both a token and a username; only one is allowed`);
  }
  if (user.exec !== undefined && user.authProvider !== undefined) {
    throw new KubeconfigError(`${fields.at} has both exec and auth-provider; only one is allowed`);
  }
  return user;
}

function parseBasic(fields: Fields): UserEntry['basic'] {
  const username = fields.text('username');
  const password = fields.text('password');
  if (username === undefined && password === undefined) return undefined;
  return { username: username ?? '', password: password ?? '' };
}

function parseCertificate(fields: Fields, folder: string): UserEntry['certificate'] {
  const certificate = parsePem(fields, 'client-certificate', folder);
  const key = parsePem(fields, 'client-key', folder);
  if (certificate === undefined) return undefined;
  if (key === undefined) throw new KubeconfigError(`${fields.at} has a client-certificate but no client-key`);
  return { certificate, key };
}

function parseImpersonation(fields: Fields): Impersonation | undefined {
  const user = fields.text('as');
  const uid = fields.text('as-uid');
  const groups = fields.texts('as-groups');
  const extraFields = fields.child('as-user-extra');
  const extra = Object.fromEntries(extraFields.names().map((name) => [name, extraFields.texts(name) ?? []]));
  const hasExtra = Object.keys(extra).length > 0;
  if (user !== undefined) return present({ user, uid, groups, extra: hasExtra ? extra : undefined });
  if (uid !== undefined || groups !== undefined || hasExtra) {
    throw new KubeconfigError(
      `${fields.at} impersonates a uid, groups or extra without a user: set "as" too`,
    );
  }
  return undefined;
}

function parseExec(fields: Fields, folder: string): ExecPlugin {
  const command = fields.text('command');
  if (command === undefined) throw new KubeconfigError(`${fields.at}.command is missing`);
  const apiVersion = fields.text('apiVersion') ?? '';
  if (!EXEC_VERSIONS.includes(apiVersion)) {
    throw new KubeconfigError(`${fields.at}.apiVersion must be one of ${EXEC_VERSIONS.join(', ')}`);
  }
  const installHint = fields.text('installHint');
  return {
    apiVersion,
    command: /[\\/]/.test(command) && !isAbsolute(command) ? resolve(folder, command) : command,
    args: fields.texts('args') ?? [],
    env: Object.fromEntries(fields.children('env').map(parseVariable)),
    ...(installHint !== undefined && { installHint }),
    provideClusterInfo: fields.flag('provideClusterInfo') ?? false,
    interactiveMode: parseInteractiveMode(fields, apiVersion),
  };
}

function parseVariable(fields: Fields): [string, string] {
  const name = fields.text('name');
  if (name === undefined) throw new KubeconfigError(`${fields.at}.name is missing`);
  return [name, fields.text('value') ?? ''];
}

function parseInteractiveMode(fields: Fields, apiVersion: string): ExecPlugin['interactiveMode'] {
  const mode = fields.text('interactiveMode') ?? (apiVersion.endsWith('/v1beta1') ? 'IfAvailable' : '');
  if (mode === 'Never' || mode === 'IfAvailable' || mode === 'Always') return mode;
  throw new KubeconfigError(`${fields.at}.interactiveMode must be Never, IfAvailable or Always`);
}
