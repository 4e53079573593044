// A server that appends as many entries as each line of standard input states. Needs Node 24.
import {createInterface} from 'node:readline';
import {createServer} from '@edge-console/server';

const server = await createServer({seed: JSON.parse(process.argv[2])});
console.log(server.url);
let made = 0;
for await (const line of createInterface({input: process.stdin})) {
  const entries = Array.from({length: Number(line)}, () => ({
    level: 4,
    count: 1,
    src: 1,
    // Every seventh entry arrives late.
    log_time: 1_795_000_001 + Math.floor(made / 10) - (made % 7 === 0 ? 20 : 0),
    log: `grown ${made++}`,
    node_id: 0,
    node_type: 0,
    app_id: 0,
    req_id: '',
  }));
  await server.store.errorLogs.append(entries);
}
await server.close();
