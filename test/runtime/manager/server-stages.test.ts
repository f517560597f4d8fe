/** @module Sites at one address share a server. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Logger } from '../../../src/runtime/logging/logger.ts';
import { type Site, serverStages } from '../../../src/runtime/manager/server-stages.ts';

const site = (name: string, host = '127.0.0.1'): Site => ({
  host,
  port: 0,
  pages: { [`/${name}`]: () => ({ status: 200, text: name }) },
});

test('two sites at one address are served by one server, a third elsewhere by another', async (t) => {
  const serving = await start(t, [site('healthz'), site('metrics'), site('other', 'localhost')]);
  assert.deepEqual(
    serving.map(({ pages }) => pages),
    ['/healthz /metrics', '/other'],
  );
  for (const { address, pages } of serving) {
    for (const path of pages.split(' ')) {
      assert.equal(await (await fetch(`http://${address}${path}`)).text(), path.slice(1));
    }
  }
});

test('no site, no server', async (t) => {
  assert.deepEqual(await start(t, []), []);
});

interface Serving {
  readonly address: string;
  readonly pages: string;
}

/** What the log says of it. */
async function start(t: TestContext, sites: readonly Site[]): Promise<readonly Serving[]> {
  const serving: Serving[] = [];
  const silent = () => {};
  const info = (_message: string, fields: Readonly<Record<string, unknown>> = {}) => {
    serving.push({ address: String(fields.address), pages: String(fields.pages) });
  };
  const logger: Logger = { error: silent, warn: silent, info, debug: silent, trace: silent };
  for (const stage of serverStages(sites, logger)) {
    t.after(() => stage.stop(new AbortController().signal));
    await stage.start(new AbortController().signal, (error) => assert.fail(String(error)));
  }
  return serving;
}
