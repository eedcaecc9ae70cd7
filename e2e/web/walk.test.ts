/**
 * Two people use the web client at random. PARLEY_WALK_STEPS and PARLEY_WALK_SEEDS make it longer: `npm run walk` takes 2,000 steps
 * from each of a dozen seeds. PARLEY_WALK_WATCH=1 looks for the texts after every step, to find the one that lost them.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CAPABILITIES, type State, Store } from "@parley/client";
import { drafts, messages, registration, reminders, scheduledMessages } from "@parley/server/contract";
import type { Page } from "playwright-core";
import { assertUpToDate } from "../../server/test/comparable.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";
import { leaveAlone, randomFrom, takeStep, type Walker, type WrittenText } from "./support/walk.ts";

const STEPS = Number(process.env.PARLEY_WALK_STEPS ?? 60);
const SEEDS = (process.env.PARLEY_WALK_SEEDS ?? "1").split(",").map(Number);
/** After how many steps the texts are looked for; 1 takes long, and finds the step that loses one. */
const CHECK_EVERY = process.env.PARLEY_WALK_WATCH === "1" ? 1 : 25;
/** How much of a walk is shown when it fails. */
const LAST_STEPS = 40;
const LAST_COMPLAINTS = 10;
const LAST_OF_LOG = 4000;

for (const seed of SEEDS)
  test(`a random walk breaks nothing and loses no text, seed ${seed}`, async (t) => {
    const server = await newServer(t, "sqlite");
    const people = [server.owner as Person, await server.member("Ben")];
    await furnished(people);
    const browser = await openBrowser(t);
    const walkers = await Promise.all(
      people.map(async (person) => ({
        person,
        ...(await walkerOf(person, await openWindow(t, browser, server.address))),
      })),
    );
    const random = randomFrom(seed);
    const steps: string[] = [];
    const complaints: string[] = [];
    for (const { page, name } of walkers)
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(`${name}, step ${steps.length}: ${message.text()}`);
      });
    try {
      for (let n = 0; n < STEPS; n++) {
        const walker = walkers[random(walkers.length)] as (typeof walkers)[number];
        steps.push(`${walker.name} ${await takeStep(walker, random)}`);
        assert.equal(await walker.page.getByText("Could not show this part.").count(), 0, "no part is broken");
        if (CHECK_EVERY === 1) await keepsTexts(walker);
        else if (steps.length % CHECK_EVERY === 0) for (const each of walkers) await keepsTexts(each);
      }
      for (const walker of walkers) await verify(walker);
    } catch (error) {
      // At once: other seeds may follow, and the report of a test run comes at its end.
      process.stderr.write(
        [
          `Seed ${seed}: ${(error as Error).message}`,
          ...steps.slice(-LAST_STEPS),
          ...(await Promise.all(walkers.map(whereabouts))),
          ...complaints.slice(-LAST_COMPLAINTS),
          server.log.slice(-LAST_OF_LOG),
          "",
        ].join("\n"),
      );
      throw error;
    }
  });

/** Where a walker is when the walk ends early. */
const whereabouts = async ({ page, name }: Walker): Promise<string> =>
  `${name} is at ${page.url()}: ${await page.evaluate(() => document.body.innerText.replaceAll(/\s+/g, " ").slice(0, 600)).catch(String)}`;

/** Channels, topics and direct messages to walk through. */
async function furnished(people: readonly Person[]): Promise<void> {
  const [olivia, ben] = people as [Person, Person];
  for (const channel of ["harbour", "design"]) {
    for (const person of people) await person.joins(channel);
    for (const topic of ["tides", "cake"])
      for (const person of people) await person.sends(channel, topic, `**${topic}** by ${person.email} :tada:`);
  }
  await olivia.call(messages.sendMessage, { type: "direct", to: [ben.id], content: "Hello, Ben" });
}

async function walkerOf({ email }: Person, page: Page): Promise<Walker> {
  await entersAs(page, { email, password: PASSWORD });
  await leaveAlone(page);
  await page.reload();
  await page.getByRole("main").waitFor();
  return { page, name: email.split("@")[0] as string, written: [] };
}

async function verify({ person, page, name, written }: Walker & { readonly person: Person }): Promise<void> {
  await page.keyboard.press("Escape");
  await keepsTexts({ person, page, written });
  const fresh = await freshState(person);
  // The last events may still be on their way.
  let difference: unknown;
  await until(`what ${name} sees is up to date`, async () => {
    try {
      assertUpToDate(await shownState(page), fresh, name);
      return true;
    } catch (error) {
      difference = error;
      return false;
    }
  }).catch(() => {
    throw difference;
  });
}

/** Looks again for a while: what was just written, sent or set down is on its way. */
async function keepsTexts({
  person,
  page,
  written,
}: Omit<Walker, "name"> & { readonly person: Person }): Promise<void> {
  let lost: unknown;
  const areFound = () =>
    textsAreKept(person, page, written).then(
      () => true,
      (error: unknown) => {
        lost = error;
        return false;
      },
    );
  await until("all texts are found", areFound, { withinMs: 8000 }).catch(() => {
    throw lost;
  });
}

/** Each text was sent where the composer said, or is still there. */
async function textsAreKept(person: Person, page: Page, written: readonly WrittenText[]): Promise<void> {
  const sent = await sentBy(person);
  const { scheduled_messages } = await person.call(scheduledMessages.getScheduledMessages, {});
  const saved = [
    ...(await draftsOf(person)),
    ...scheduled_messages,
    // The words after /remind.
    ...(await person.call(reminders.getReminders, {})).reminders,
  ].map((each) => JSON.stringify(each));
  const kept = await page.evaluate(async () => {
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    // What is being sent.
    const waiting: string[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await answerOf(indexedDB.open(name));
      const outboxes = IDBKeyRange.bound("outbox:", "outbox:\uffff");
      waiting.push(JSON.stringify(await answerOf(database.transaction("kept").objectStore("kept").getAll(outboxes))));
      database.close();
    }
    const fields = [...document.querySelectorAll("textarea")].map(({ value }) => value);
    return [...waiting, ...fields, ...Object.values(localStorage)] as string[];
  });
  for (const text of written) {
    const { mark, to, isMoved, seen = "nowhere" } = text;
    const found = sent.find(({ content }) => content.includes(mark));
    const place = found && placeOf(found, person.id);
    assert(
      isMoved || place === undefined || to.includes(place),
      `${mark}, written to ${to}, is in ${place}: ${JSON.stringify(found)}`,
    );
    const kind = found ? "sent" : [...saved, ...kept].find((each) => each.includes(mark));
    assert(kind !== undefined, `${mark}, written to ${to}, is not lost; it was seen last: ${seen}`);
    text.seen = kind;
  }
}

/** Also what was sent to channels to which the walker is not subscribed. */
async function sentBy(person: Person) {
  const sender = { operator: "sender", operand: person.id };
  const asked = { anchor: "newest", num_before: 5000, num_after: 0, apply_markdown: false };
  const narrows = [[sender], [sender, { operator: "channels", operand: "public" }]];
  const found = await Promise.all(narrows.map((narrow) => person.call(messages.getMessages, { ...asked, narrow })));
  return found.flatMap((each) => each.messages);
}

/** The server has none if the walker has turned their synchronization off. */
const draftsOf = (person: Person): Promise<readonly { readonly content: string }[]> =>
  person.call(drafts.getDrafts, {}).then(
    ({ drafts: found }) => found,
    (error: Error) => {
      if (error.message === new drafts.SynchronizationIsOff().message) return [];
      throw error;
    },
  );

/** A part of the name of a conversation that no other has. */
function placeOf(message: { subject?: string; display_recipient?: unknown }, ownId: number): string {
  // It may have been resolved since.
  if (message.subject) return message.subject.replace(/^✔ /, "");
  const people = message.display_recipient as { id: number; full_name: string }[];
  return people.find(({ id }) => id !== ownId)?.full_name ?? "yourself";
}

async function freshState(person: Person): Promise<State> {
  const snapshot = await person.call(registration.register, {
    apply_markdown: true,
    client_gravatar: false,
    include_subscribers: "true",
    slim_presence: true,
    client_capabilities: CAPABILITIES,
  });
  return new Store(snapshot).state;
}

/** The store of the page, found from its root component. */
async function shownState(page: Page): Promise<State> {
  const text = await page.evaluate(() => {
    const root = document.getElementById("app") as unknown as Record<string, unknown>;
    const key = Object.keys(root).find((name) => name.startsWith("__reactContainer$")) as string;
    interface Fiber {
      readonly memoizedProps: { value?: { store?: { state: unknown } } } | null;
      readonly child: Fiber | null;
      readonly sibling: Fiber | null;
    }
    const waiting: (Fiber | null)[] = [root[key] as Fiber];
    for (let fiber = waiting.pop(); fiber !== undefined; fiber = waiting.pop()) {
      if (!fiber) continue;
      const state = fiber.memoizedProps?.value?.store?.state;
      if (state)
        return JSON.stringify(state, (_, value: unknown) =>
          value instanceof Map ? { $map: [...value] } : value instanceof Set ? { $set: [...value] } : value,
        );
      waiting.push(fiber.sibling, fiber.child);
    }
    return "";
  });
  return JSON.parse(text, (_, value: { $map?: [unknown, unknown][]; $set?: unknown[] } | null) =>
    value?.$map ? new Map(value.$map) : value?.$set ? new Set(value.$set) : value,
  ) as State;
}
