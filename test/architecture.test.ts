/** @module The rules of the code base that a reader should be able to rely on. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { packageOf, projectFiles, projectRoot, type SourceFile, sourceFiles } from './support/modules.ts';

const sources = sourceFiles('src');

/** Which layers each may import, besides itself. */
const layers: Readonly<Record<string, readonly string[]>> = {
  kube: [],
  api: ['kube'],
  core: ['kube', 'api'],
  runtime: ['kube', 'api', 'core'],
  sandbox: ['kube'],
  cli: ['kube', 'api', 'core', 'runtime', 'sandbox'],
  commands: ['kube', 'api', 'core', 'runtime', 'sandbox', 'cli'],
  'index.ts': ['kube', 'api', 'core', 'runtime', 'sandbox'],
};

/** The one file that may import each third-party package. */
const confinement: Readonly<Record<string, string>> = {
  '@marcbachmann/cel-js': 'src/sandbox/crd/cel.ts',
  '@oclif/core': 'src/cli/oclif.ts',
  ajv: 'src/sandbox/crd/json-schema.ts',
  chalk: 'src/cli/output/colour.ts',
  'fastest-levenshtein': 'src/cli/suggest.ts',
  'https-proxy-agent': 'src/kube/network/proxy-tunnel.ts',
  'js-yaml': 'src/kube/yaml.ts',
  'json-merge-patch': 'src/sandbox/patch/merge-patch.ts',
  listr2: 'src/cli/progress/live-progress.ts',
  pino: 'src/runtime/logging/create-logger.ts',
  'prom-client': 'src/runtime/metrics/prometheus.ts',
  rfc6902: 'src/sandbox/patch/json-patch.ts',
  selfsigned: 'src/sandbox/serve/certificate.ts',
  'socks-proxy-agent': 'src/kube/network/proxy-tunnel.ts',
};

/** Its types may be imported anywhere below kube and sandbox; the package itself never at start. */
const typesOnly = '@kubernetes/client-node';

describe('imports', () => {
  test('point down only: kube, api, core, runtime, cli, commands; the sandbox knows kube alone', () => {
    const wrong = sources.flatMap(({ path, imports }) => {
      const from = layerOf(path);
      if (from === undefined) return [];
      const allowed = [from, ...(layers[from] ?? [])];
      return imports
        .filter(({ target }) => target.startsWith('src/') && !allowed.includes(layerOf(target) ?? ''))
        .map(({ target }) => `${path} imports ${target}`);
    });
    assert.deepEqual(wrong, []);
  });

  test('of source files stay inside src', () => {
    assert.deepEqual(
      listed(sources, ({ target }) => /^(test|scripts|bin)\//.test(target) || target.startsWith('..')),
      [],
    );
  });

  test('name files that are there, with their ending', () => {
    const known = new Set(sources.map(({ path }) => path));
    assert.deepEqual(
      listed(sources, ({ target }) => target.startsWith('src/') && !known.has(target)),
      [],
    );
  });

  test('have no cycles when the program runs', () => {
    assert.deepEqual(cycles(sources), []);
  });

  test('of a third-party package are in the one file given to it', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .map(({ target, typeOnly }) => ({ name: packageOf(target), typeOnly }))
        .filter(({ name, typeOnly }) => name !== undefined && !(name === typesOnly && typeOnly))
        .filter(({ name }) => confinement[name ?? ''] !== path)
        .map(({ name }) => `${path} imports ${name}`),
    );
    assert.deepEqual(wrong, []);
  });

  test('use every package that package.json declares, and declare every package', () => {
    const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    const used = new Set(sources.flatMap(({ imports }) => imports.map(({ target }) => packageOf(target))));
    used.delete(undefined);
    assert.deepEqual([...used].sort(), Object.keys(manifest.dependencies).sort());
  });
});

describe('every source file', () => {
  test('begins by saying in one sentence what it is', () => {
    assert.deepEqual(
      named(
        sources,
        ({ text, path }) => !path.includes('/generated/') && !/^\/\*\*\s+(\*\s+)?@module \S[^\n]+/.test(text),
      ),
      [],
    );
  });

  test('has at most 350 lines', () => {
    assert.deepEqual(
      named(sources, ({ text }) => text.trimEnd().split('\n').length > 350),
      [],
    );
  });

  test('has no `any` and no non-null assertion', () => {
    assert.deepEqual(
      named(sources, ({ syntax }) => syntax.has('TSAnyKeyword') || syntax.has('TSNonNullExpression')),
      [],
    );
  });

  test('has nothing that type stripping cannot remove', () => {
    const kinds = [
      'TSEnumDeclaration',
      'TSParameterProperty',
      'TSExportAssignment',
      'TSImportEqualsDeclaration',
    ];
    assert.deepEqual(
      named(sources, ({ syntax }) => kinds.some((kind) => syntax.has(kind))),
      [],
    );
  });

  test('is named in kebab-case, and not after nothing in particular', () => {
    const word = '[a-z0-9]+(-[a-z0-9]+)*';
    const shape = new RegExp(`^src(/${word})+\\.ts$`);
    const vague = /\/(utils?|helpers?|common|misc)(\.ts|\/)/;
    assert.deepEqual(
      named(sources, ({ path }) => !shape.test(path) || vague.test(path)),
      [],
    );
  });

  test('has no marks of unfinished work', () => {
    assert.deepEqual(
      named(sources, ({ text }) => /\b(TODO|FIXME|XXX|HACK)\b/.test(text)),
      [],
    );
  });
});

describe('the repository', () => {
  const texts = projectFiles().filter((path) => /\.(ts|js|json|md|yaml|yml)$|^\.ci\/run$/.test(path));

  test('names no path of the machine that it was written on', () => {
    const machine = new RegExp(String.raw`(^|[s"'\`(=])${['', 'work', ''].join('/')}(main|shared)`);
    assert.deepEqual(
      texts.filter((path) => machine.test(contents(path))),
      [],
    );
  });

  test('names its neighbour folder in .ci/run only', () => {
    const neighbour = ['..', 'shared'].join('/');
    assert.deepEqual(
      texts.filter((path) => path !== '.ci/run' && contents(path).includes(neighbour)),
      [],
    );
  });

  test('locks packages by version and hash, not by the host they came from', () => {
    const lock = contents('package-lock.json');
    assert.doesNotMatch(lock, /"resolved":/);
    assert.match(lock, /"integrity": "sha512-/);
  });

  test('pins every dependency to one version', () => {
    const { dependencies, devDependencies } = JSON.parse(contents('package.json'));
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)),
    );
    assert.deepEqual(loose, []);
  });

  test('has its tests where the sources are, or in a suite of their own', () => {
    const folders = [
      'api',
      'bench',
      'behaviour',
      'cli',
      'cluster',
      'commands',
      'conformance',
      'core',
      'kube',
      'regression',
      'runtime',
      'sandbox',
      'support',
    ];
    const tests = projectFiles('test').filter(
      (path) => path.endsWith('.test.ts') && path.split('/').length > 2,
    );
    assert.deepEqual(
      tests.filter((path) => !folders.includes(path.split('/')[1] ?? '')),
      [],
    );
  });
});

function layerOf(path: string): string | undefined {
  const [root, layer] = path.split('/');
  return root === 'src' ? layer : undefined;
}

function listed(
  files: readonly SourceFile[],
  wrong: (one: SourceFile['imports'][number]) => boolean,
): readonly string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter(wrong).map(({ target }) => `${path} imports ${target}`),
  );
}

function named(files: readonly SourceFile[], wrong: (file: SourceFile) => boolean): readonly string[] {
  return files.filter(wrong).map(({ path }) => path);
}

function contents(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}

/** One way round for each cycle, as `a.ts > b.ts > a.ts`. */
function cycles(files: readonly SourceFile[]): readonly string[] {
  const edges = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter((one) => !one.typeOnly).map(({ target }) => target),
    ]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' > '));
      return;
    }
    if (done.has(path)) return;
    for (const target of edges.get(path) ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) walk(path, []);
  return found;
}
