import { createInterface } from 'node:readline';

/*
 * An agent that speaks the protocol by hand, and not as it should: its argument says what it does in its turn. What it
 * was answered is said at the end of the turn.
 */
const [deed = '', detail = ''] = process.argv.slice(2);
const sessionId = 's';
const answers: unknown[] = [];
let waiting: (() => void) | undefined;
let asked = 0;

const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (sent: object) => send({ method: 'session/update', params: { sessionId, update: sent } });
const say = (text: string) =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const request = (method: string, params: object) =>
  send({ id: `mine-${++asked}`, method, params: { sessionId, ...params } });
const answered = async (count: number) => {
  while (answers.length < count)
    await new Promise<void>(resolve => {
      waiting = resolve;
    });
};
const question = (n: number) => ({
  toolCall: { toolCallId: `q-${n}`, title: `question ${n}`, kind: 'execute', status: 'pending' },
  options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
});
const call = (n: number, more: object) =>
  update({
    sessionUpdate: 'tool_call',
    toolCallId: `c-${n}`,
    title: `call ${n}`,
    kind: 'edit',
    status: 'completed',
    ...more,
  });

const deeds: Readonly<Record<string, (id: unknown) => Promise<void> | void>> = {
  /** Says the same id twice, answers questions nobody asked, and sends what is no message. */
  'answer twice'(id) {
    send({ id: '\u001b[2JAPPLIED  Applied 9 files', result: {} });
    process.stdout.write('{"jsonrpc": nonsense\n[1]\n7\n');
    send({ id, result: { stopReason: 'end_turn' } });
    send({ id, result: { stopReason: 'refusal' } });
  },
  /** Two long texts without a line in common. */
  'long diff'() {
    const text = (word: string) =>
      Array.from({ length: 60_000 }, (_, n) => `${word} ${n} ${(n * 7919) % 60_000}`).join('\n');
    call(1, { content: [{ type: 'diff', path: '/a.txt', oldText: text('a'), newText: text('b') }] });
  },
  /** A message without an end. */
  'endless message'() {
    process.stdout.write('{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"');
    const piece = 'x'.repeat(1 << 20);
    const go = () => void process.stdout.write(piece, () => setImmediate(go));
    go();
    return new Promise<void>(() => undefined);
  },
  'giant calls'() {
    const locations = Array.from({ length: 5000 }, (_, n) => ({ path: `/f${n}` }));
    for (let n = 0; n < 2; n++) call(n, { title: 'x'.repeat(1 << 20), locations });
  },
  /** Its turn ends before its question is answered; the next comes when nobody has given it the word. */
  async 'asks after its turn'(id) {
    request('session/request_permission', question(1));
    send({ id, result: { stopReason: 'end_turn' } });
    await answered(1);
    request('session/request_permission', question(2));
    await answered(2);
  },
  async 'many files'() {
    for (let n = 0; n < 80; n++) request('fs/write_text_file', { path: `${cwd}/f${n}`, content: 'x' });
    await answered(80);
  },
  async 'many terminals'() {
    for (let n = 0; n < 60; n++) request('terminal/create', { command: 'sleep 30' });
    await answered(60);
  },
  async variables() {
    const [name = '', value = ''] = detail.split('=');
    request('terminal/create', { command: `echo "[$${name}]" > said.txt`, env: [{ name, value }] });
    await answered(1);
    const [{ result }] = answers as [{ result?: { terminalId: string } }];
    if (result === undefined) return;
    request('terminal/wait_for_exit', { terminalId: result.terminalId });
    await answered(2);
  },
  /** Writes without an end, and reads nothing of what it is answered. */
  async floods() {
    process.stdin.pause();
    const line = Buffer.from(`${'nonsense '.repeat(7000)}\n`);
    for (;;)
      if (!process.stdout.write(line)) await new Promise(resolve => process.stdout.once('drain', resolve));
  },
};

let cwd = '';
createInterface({ input: process.stdin }).on('line', async line => {
  const { id, method, params, ...answer } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === 'session/new') {
    cwd = params.cwd;
    send({ id, result: { sessionId } });
  } else if (method === 'session/prompt') {
    await deeds[deed]?.(id);
    const refused = answers.filter(one => typeof one === 'object' && one !== null && 'error' in one).length;
    say(`answers ${answers.length}, refused ${refused}`);
    send({ id, result: { stopReason: 'end_turn' } });
  } else if (String(id).startsWith('mine-')) {
    answers.push(answer);
    waiting?.();
  }
});
