import assert from "node:assert/strict";
import { after, test as nodeTest, type TestContext } from "node:test";
import {
  type Heard,
  listen,
  type Organization,
  org,
  Person,
  type TestServer,
  test,
  until,
  useServer,
} from "../../../test/index.ts";
import { engines, startServer } from "../../../test/server.ts";
import { deleteQueue } from "../../registration/contract.ts";
import { capabilitiesFrom, event, list, oneOf, text } from "../api/index.ts";
import { change, type OpenContext } from "../context.ts";
import { serverContext } from "../server-context.ts";
import { type Audience, toEveryone, toSubscribers, toUsers } from "./audience.ts";
import { announceEphemeral } from "./ephemeral.ts";

/** Withheld from clients that do not want it, like typing in channels. */
const wave = event(
  "wave",
  { op: oneOf("start", "stop"), text: text(), seen: list(text()) },
  {
    shape: (body: { op: "start" | "stop"; text: string }, client) =>
      client.capabilities.stream_typing_notifications ? [{ ...body, seen: [] }] : [],
  },
);
const hello = (said: string) => wave({ op: "start", text: said });
const WAVING = capabilitiesFrom({ stream_typing_notifications: true });

useServer((engine) => startServer(engine, {}, { events: [wave as never] }));

const contextOf = ({ realm }: Organization, server: TestServer): OpenContext => serverContext(server.app, realm);
const waves = (person: Person, event_types?: string[]) =>
  listen(person, { client_capabilities: WAVING, ...(event_types ? { event_types } : {}) });
const said = (events: readonly Heard[]) => events.filter((each) => each.type === "wave").map((each) => each.text);

test("an ephemeral event reaches its audience while they listen", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const [a, b] = [await waves(ada), await waves(ben)];
  announceEphemeral(contextOf(acme, acme.server), hello("hi"), toUsers(ada.id));
  assert.deepEqual(await a.hears(), [{ type: "wave", op: "start", text: "hi", seen: [] }]);
  assert.deepEqual([await a.hears(), await b.hears()], [[], []]);
  await acme.server.restart();
  announceEphemeral(contextOf(acme, acme.server), hello("nobody hears this"), toEveryone);
  assert.deepEqual([await a.hears(), await b.hears()], [[], []]);
});

test("it is formatted for the client, and event_types apply", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const ears = [await waves(ada), await waves(ada, ["message"]), await listen(ada), await waves(ada, ["wave"])];
  announceEphemeral(contextOf(acme, acme.server), hello("hi"), toEveryone);
  const heard = await Promise.all(ears.map((ear) => ear.hears()));
  assert.deepEqual(heard.map(said), [["hi"], [], [], ["hi"]]);
});

test("channel subscribers and roles are resolved as for stored events", async (t) => {
  const acme = await org(t);
  const [ada, ben, gil] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gil")];
  const channel = await acme.channel("design", [ada, gil]);
  const ears = await Promise.all([ada, ben, gil].map((person) => waves(person)));
  const audiences: [Audience, string[][]][] = [
    [toSubscribers(channel), [["hi"], [], ["hi"]]],
    [{ ...toEveryone, except: [ada.id] }, [[], ["hi"], ["hi"]]],
    [{ roles: [100, 400] }, [["hi"], ["hi"], []]],
  ];
  for (const [audience, expected] of audiences) {
    announceEphemeral(contextOf(acme, acme.server), hello("hi"), audience);
    assert.deepEqual(await Promise.all(ears.map(async (ear) => said(await ear.hears()))), expected);
  }
});

test("its id comes after the queue's earlier events and before its later ones", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const ear = await waves(ada, ["wave", "message"]);
  const ctx = contextOf(acme, acme.server);
  const happening = [
    () => announceEphemeral(ctx, hello("1"), toEveryone),
    () => announceEphemeral(ctx, hello("2"), toEveryone),
    () => ada.sends("#design > logo", "3"),
    () => announceEphemeral(ctx, hello("4"), toEveryone),
    () => ada.sends("#design > logo", "5"),
  ];
  for (const happens of happening) await happens();
  const events = await ear.polls();
  const ids = events.map((each) => each.id);
  assert.ok(ids.every((id, n) => id > (ids[n - 1] ?? ear.last_event_id)));
  const order = events.map((each) => each.text ?? (each.message as { content: string }).content);
  assert.deepEqual(order, ["1", "2", "3", "4", "5"]);
  // Acknowledging one of them acknowledges everything before it.
  assert.deepEqual(await ear.polls({ last_event_id: ids[3] as number }), events.slice(4));
});

test("inside a change it is sent after the commit and after the change's own events", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const ear = await waves(ada);
  const ctx = contextOf(acme, acme.server);
  await assert.rejects(
    change(ctx, async (writing) => {
      announceEphemeral(writing, hello("rolled back"), toEveryone);
      throw new Error("no");
    }),
  );
  await change(ctx, async (writing) => announceEphemeral(writing, hello("committed"), toEveryone));
  assert.deepEqual(said(await ear.hears()), ["committed"]);
});

test("an event that does not match its declaration is an error and is not delivered", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const ear = await waves(ada);
  announceEphemeral(contextOf(acme, acme.server), wave({ op: "start", text: 5 as never }), toEveryone);
  assert.deepEqual(await ear.hears(), []);
  assert.match(acme.server.faults.splice(0)[0]?.message ?? "", /Event wave is not as declared/);
});

if (engines.includes("postgres")) {
  let server: Promise<TestServer> | undefined;
  let other: Promise<TestServer> | undefined;
  after(async () => {
    await (await other)?.close();
    await (await server)?.close();
  });

  async function twoNodes(t: TestContext) {
    server ??= startServer("postgres", {}, { events: [wave as never] });
    other ??= (await server).anotherNode();
    const [here, there] = [await server, await other];
    const acme = await org(t, here);
    const ada = await acme.member("Ada");
    return { acme, here, there, ada, adaThere: new Person(there, acme.realm.url, ada) };
  }

  nodeTest("it reaches queues on every node, once", async (t) => {
    const { acme, here, there, ada, adaThere } = await twoNodes(t);
    const [near, far] = [await waves(ada), await waves(adaThere)];
    for (const [server, text] of [
      [here, "from here"],
      [there, "from there"],
    ] as const) {
      announceEphemeral(contextOf(acme, server), hello(text), toEveryone);
      for (const ear of [near, far]) {
        assert.deepEqual(said(await ear.hears({})), [text]);
        assert.deepEqual(await ear.hears(), []);
      }
    }
  });

  nodeTest("equal events are all delivered, and long ones in any script arrive complete", async (t) => {
    const { acme, here, ada, adaThere } = await twoNodes(t);
    const far = await waves(adaThere);
    const texts = ["same", "same", "a".repeat(30_000), 'é漢😀"\\\u2028'.repeat(3000), "end"];
    for (const text of texts) announceEphemeral(contextOf(acme, here), hello(text), toUsers(ada.id));
    const heard: unknown[] = [];
    await until(async () => {
      heard.push(...said(await far.hears()));
      return heard.length >= texts.length;
    });
    assert.deepEqual(heard, texts);
  });

  nodeTest("it does not overtake events committed before it", async (t) => {
    const { acme, here, ada, adaThere } = await twoNodes(t);
    await acme.channel("design", [ada]);
    const far = await waves(adaThere, ["wave", "message"]);
    const order: unknown[] = [];
    for (let n = 0; n < 20; n++) {
      await ada.sends("#design > logo", `message ${n}`);
      announceEphemeral(contextOf(acme, here), hello(`wave ${n}`), toEveryone);
    }
    await until(async () => {
      order.push(...(await far.hears()).map((each) => each.text ?? (each.message as { content: string }).content));
      return order.length >= 40;
    });
    // It can arrive after newer events, which the other node has read from the log meanwhile, but never before older
    // ones.
    const numbered = (kind: string) => Array.from({ length: 20 }, (_, n) => `${kind} ${n}`);
    for (const kind of ["message", "wave"])
      assert.deepEqual(
        order.filter((each) => String(each).startsWith(kind)),
        numbered(kind),
      );
    for (let n = 0; n < 20; n++) assert.ok(order.indexOf(`message ${n}`) < order.indexOf(`wave ${n}`));
  });

  nodeTest("a message sent on one node reaches a poll on the other, and a queue moves between them", async (t) => {
    const { acme, there, ada, adaThere } = await twoNodes(t);
    await acme.channel("design", [ada]);
    const near = await listen(ada, { event_types: ["message"] });
    const far = near.by(adaThere);
    const poll = far.hears({});
    await until(() => there.app.queues.waiting === 1);
    await ada.sends("#design > logo", "one");
    assert.equal((await poll).length, 1);
    await ada.sends("#design > logo", "two");
    near.last_event_id = far.last_event_id;
    assert.deepEqual(await near.reads(), ["two"]);
    await adaThere.sends("#design > logo", "three");
    far.last_event_id = near.last_event_id;
    assert.deepEqual(await far.reads(), ["three"]);
    near.last_event_id = far.last_event_id;
    assert.deepEqual(await near.reads(), [], "what was heard there is not heard here again");
  });

  nodeTest("a queue deleted on one node is gone on the other", async (t) => {
    const { there, ada, adaThere } = await twoNodes(t);
    const near = await listen(ada);
    const poll = near.by(adaThere).polls();
    await until(() => there.app.queues.waiting === 1);
    await ada.call(deleteQueue, { queue_id: near.queue_id });
    assert.deepEqual(await poll, []);
    await assert.rejects(near.by(adaThere).polls(), { code: "BAD_EVENT_QUEUE_ID" });
  });

  nodeTest("a lost notification is compensated within a second", async (t) => {
    const { acme, here, there, ada, adaThere } = await twoNodes(t);
    await acme.channel("design", [ada]);
    const far = await listen(adaThere, { event_types: ["message"] });
    const poll = far.polls();
    await until(() => there.app.queues.waiting === 1);
    const { logGrew } = here.app.wakeups;
    here.app.wakeups.logGrew = () => {};
    await ada.sends("#design > logo", "unannounced");
    here.app.wakeups.logGrew = logGrew;
    await here.clock.advance({ seconds: 1 });
    assert.equal((await poll).length, 1);
  });
}
