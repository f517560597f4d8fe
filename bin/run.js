#!/usr/bin/env node
// Plain, old syntax and no imports: this much must run on any Node.js, to say which one is needed.
var needed = [22, 19];
var found = process.versions.node.split('.').map(Number);
var cure =
  'install a newer one from https://nodejs.org, or run "npx -p node@24 -p database-manager-controller dbm"';

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  process.stderr.write(
    `dbm needs Node.js ${needed.join('.')} or newer, but ${process.execPath} is ${process.version}: ${cure}\n`,
  );
  process.exitCode = 1;
} else {
  keepCompiledCode();
  import('../dist/cli/start.js').then(
    (cli) => cli.start({ root: process.getBuiltinModule('node:path').resolve(import.meta.dirname, '..') }),
    (error) => {
      process.stderr.write(`dbm is not built (${error.message}): run "npm run build"\n`);
      process.exitCode = 1;
    },
  );
}

// In a folder of the user's own: the default one in /tmp is shared.
function keepCompiledCode() {
  var path = process.getBuiltinModule('node:path');
  var home = process.env.XDG_CACHE_HOME || path.join(process.getBuiltinModule('node:os').homedir(), '.cache');
  process.getBuiltinModule('node:module').enableCompileCache(path.join(home, 'dbm'));
}
