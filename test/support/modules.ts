/** @module The source files of the project and what each imports, read by a real parser. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The folder that holds package.json. */
export const projectRoot = resolve(import.meta.dirname, '..', '..');

export interface Import {
  /** A path from the project's root for own files (`src/kube/object.ts`), otherwise the specifier as written. */
  readonly target: string;
  /** Whether it leaves nothing at run time. */
  readonly typeOnly: boolean;
}

export interface SourceFile {
  /** From the project's root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  /** The kinds of all syntax nodes in it, each once. */
  readonly syntax: ReadonlySet<string>;
}

/** All TypeScript files below the folder, parsed. Throws on a file that does not parse. */
export function sourceFiles(folder: string): readonly SourceFile[] {
  return projectFiles(folder)
    .filter((path) => path.endsWith('.ts'))
    .map(parseFile);
}

/** The paths of all files below the folder, but for what is installed, built or git's own. */
export function projectFiles(folder = '.'): readonly string[] {
  const skipped = new Set(['node_modules', 'dist', '.git', 'coverage']);
  const found: string[] = [];
  const walk = (dir: string) => {
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue;
      const path = join(dir, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) found.push(relative(projectRoot, path));
    }
  };
  walk(resolve(projectRoot, folder));
  return found.sort();
}

/** The package of a bare specifier: `@scope/name/deep` is of `@scope/name`. Undefined for own files and for Node's modules. */
export function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith('node:') || /^(src|bin|test|scripts)\//.test(specifier)) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function parseFile(path: string): SourceFile {
  const text = readFileSync(join(projectRoot, path), 'utf8');
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const imports: Import[] = [];
  const add = (specifier: string, typeOnly: boolean) => {
    const target = specifier.startsWith('.') ? join(dirname(path), specifier) : specifier;
    imports.push({ target, typeOnly });
  };
  for (const { moduleRequest, entries } of module.staticImports)
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType));
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries) if (moduleRequest) add(moduleRequest.value, isType);
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"])(.*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    // what is computed (oclif's command files) cannot be known here
    if (literal?.[2] !== undefined) add(literal[2], false);
  }
  const syntax = new Set<string>();
  visit(program, (node) => {
    syntax.add(node.type);
    if (node.type === 'TSImportType') add(node.source?.value ?? node.argument?.literal?.value ?? '', true);
  });
  return { path, text, imports, syntax };
}

interface Node {
  readonly type: string;
  readonly source?: { readonly value?: string };
  readonly argument?: { readonly literal?: { readonly value?: string } };
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string') see(value as Node);
  for (const part of Object.values(value)) visit(part, see);
}
