/**
 * Every operation is called with the largest that its declaration allows, one parameter after the other and then all
 * at once, and must stay below a bound of processor time and memory: nobody can hold up the others with one request.
 */
import assert from "node:assert/strict";
import { ask } from "../test/ask.ts";
import { listen, type Organization, org, type Person, test } from "../test/index.ts";
import { holdsText, type KnownValues, largest, onWire, TROUBLE } from "../test/largest.ts";
import { hashesForReal } from "../test/passwords.ts";
import { probesOf } from "../test/probes.ts";
import { type Operation, operations } from "./contract.ts";

/** Operations that are not tried, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  deactivateRealm: "would end the organization",
  deactivateOwnUser: "would end whoever asks",
  regenerateApiKey: "would lock out whoever asks",
  fetchOwnApiKey: "is reached in a session only, and takes a password",
  openEventSocket: "is a WebSocket, and takes what streamEvents takes",
  streamEvents: "is answered for as long as somebody listens",
  uploadFile: "takes a file and nothing else; files are streamed to disk",
  setAvatar: "takes a file and nothing else",
  setRealmIcon: "takes a file and nothing else",
  setRealmLogo: "takes a file and nothing else",
  addCustomEmoji: "takes a file, and a name in its path",
};

/** Several times what the dearest takes on a quiet machine, which is checking a password; nearly all take a tenth of that. */
const MOST_CPU_MS = 1000;
const MOST_HEAP_BYTES = 150 * 1024 * 1024;

const RENDERED = /content|description|note|welcome|draft|comment/;
const MAX_BODY = 1_000_000;

interface CostWorld {
  readonly acme: Organization;
  readonly ada: Person;
  readonly known: KnownValues;
  /** Whole values to try beside the largest. */
  readonly whole: KnownValues;
}

async function makeWorld(acme: Organization): Promise<CostWorld> {
  const [ada, gus] = [await acme.member("Ada"), await acme.guest("Gus")];
  const people = [acme.owner, ada, gus];
  for (let n = 0; n < 30; n++) people.push(await acme.member(`Person ${n}`));
  const channels: number[] = [];
  for (let n = 0; n < 10; n++) channels.push(await acme.channel(`channel ${n}`, people.slice(0, 3 + 3 * n)));
  const messages: number[] = [];
  for (let n = 0; n < 100; n++)
    messages.push(await ada.sends("#channel 0 > topic", `${n} ${"some words ".repeat(50)}`));
  const { queue_id } = await listen(ada);
  const user_ids = people.map(({ id }) => id);
  const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });
  const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
  const narrows = [
    [term("search", "words ".repeat(100).trim())],
    [term("search", "w ".repeat(100).trim())],
    [term("search", "\u6771\u4eac".repeat(400))],
    many(10, (n) => term("search", "words ".repeat(9) + n, true)),
    many(100, (n) => term("topic", `${n} ${"x".repeat(9000)}`, true)),
    many(100, (n) => term("sender", user_ids[n % user_ids.length], n % 2 === 0)),
    many(100, (n) =>
      term(
        "dm",
        many(1500, (m) => (m + n) % 40),
        true,
      ),
    ),
    many(100, (n) => term("channel", channels[n % channels.length], true)),
    many(100, (n) => term("is", ["unread", "starred", "muted", "followed"][n % 4], n % 3 === 0)),
    many(100, (n) => term("id", n, true)),
    many(20, () => ["is", "unread"]),
  ];
  const known: KnownValues = {
    message_id: messages,
    messages,
    message_ids: messages,
    msg_ids: messages,
    stream_id: channels,
    stream_ids: channels,
    channel_id: channels,
    user_id: user_ids.slice(3),
    user_ids,
    principals: user_ids,
    subscribers: user_ids,
    members: user_ids,
    direct_members: user_ids,
    to: user_ids,
    muted_user_id: user_ids.slice(3),
    user_group_id: [1, 2, 3],
    group_ids: [1, 2, 3],
  };
  const whole: KnownValues = {
    narrow: narrows,
    to: ["channel 0", user_ids, user_ids.slice(0, 2)],
    type: ["channel", "direct"],
    anchor: ["newest"],
    num_before: [5000],
    num_after: [0],
    op: ["add"],
    flag: ["starred"],
    queue_id: [queue_id],
    last_event_id: [-1],
    dont_block: [true],
    username: [ada.email],
    email: [ada.email],
    user_id_or_email: [ada.email],
    stream: ["channel 0"],
    subscriptions: [[{ name: "channel 0" }], ["channel 0"]],
    subscription_data: [[{ stream_id: channels[0], property: "color", value: "#ffffff" }]],
    property: ["color"],
    value: ["#ffffff"],
    topic: ["topic"],
    topic_name: ["topic"],
    emoji_name: ["tada"],
    domain: ["example.com"],
    fragment: ["inbox"],
    filename: ["a/b.txt"],
    scheduled_delivery_timestamp: [Math.floor(acme.clock.now() / 1000) + 86_400],
  };
  return { acme, ada, known, whole };
}

type Params = Record<string, string>;

/** The requests to try with an operation. */
function* requestsTo(id: string, operation: Operation, { known, whole }: CostWorld): Generator<[string, Params]> {
  const [first] = probesOf(id, operation, { ...known, ...pathsOf(known), ...whole }).probes;
  const base = { ...first?.params };
  yield ["as it is", base];
  const large: Params = {};
  for (const [name, field] of Object.entries(operation.params)) {
    if (operation.pathParams.includes(name)) continue;
    const patterns = RENDERED.test(name) && holdsText(field) ? TROUBLE : ["x"];
    for (const pattern of patterns) {
      large[name] = onWire(field, largest(name, field, known, pattern));
      yield [
        `${name} of ${large[name].length}${patterns.length > 1 ? ` ${JSON.stringify(pattern)}` : ""}`,
        { ...base, [name]: large[name] },
      ];
    }
    for (const [n, value] of (Object.hasOwn(whole, name) ? (whole[name] ?? []) : []).entries())
      yield [`${name} #${n}`, { ...base, [name]: onWire(field, value) }];
  }
  yield ["all", fitting({ ...base, ...large })];
}

/** In lists of ids each one is an element; where one is asked for, each is a value. */
const pathsOf = (known: KnownValues): KnownValues =>
  Object.fromEntries(
    Object.entries(known)
      .filter(([name]) => name.endsWith("s"))
      .map(([name, ids]) => [name, [ids]]),
  );

/** Without the largest, until a body has room for the rest. */
function fitting(params: Params): Params {
  const entries = Object.entries(params).sort(([, a], [, b]) => a.length - b.length);
  while (String(new URLSearchParams(entries)).length > MAX_BODY) entries.pop();
  return Object.fromEntries(entries);
}

interface Cost {
  readonly what: string;
  readonly cpuMs: number;
  readonly heapBytes: number;
  readonly status: number;
}

async function costOf({ acme, ada }: CostWorld, operation: Operation, what: string, params: Params): Promise<Cost> {
  const rest = { ...params };
  const path = operation.pathParams.reduce((text, name) => {
    const value = rest[name] ?? "";
    delete rest[name];
    return text.replace(`{${name}}`, value.split("/").map(encodeURIComponent).join("/"));
  }, operation.path);
  const as = operation.gate === "administrator" || operation.gate === "owner" ? acme.owner : ada;
  // A form has more room than an address, for a GET too.
  const form = operation.method === "POST" ? rest : { ...rest, method: operation.method };
  const before = { cpu: process.cpuUsage(), heap: process.memoryUsage().heapUsed };
  const { status } = await ask(acme.server, `POST ${path}`, { host: acme.realm.host, as, form });
  const { user, system } = process.cpuUsage(before.cpu);
  return { what, cpuMs: (user + system) / 1000, heapBytes: process.memoryUsage().heapUsed - before.heap, status };
}

test("no request that the contract allows costs more than its bound", async (t) => {
  hashesForReal(t);
  const world = await makeWorld(await org(t));
  const all = Object.entries(operations).filter(([id]) => !Object.hasOwn(EXCEPTIONS, id));
  const costs: Cost[] = [];
  for (const [id, operation] of all)
    for (const [what, params] of requestsTo(id, operation, world))
      costs.push(await costOf(world, operation, `${id}: ${what}`, params));
  const over = costs.filter(({ cpuMs, heapBytes }) => cpuMs > MOST_CPU_MS || heapBytes > MOST_HEAP_BYTES);
  const dearest = costs.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 5);
  for (const { what, cpuMs } of dearest) t.diagnostic(`${cpuMs.toFixed(0)} ms ${what}`);
  assert.deepEqual(over, []);
});
