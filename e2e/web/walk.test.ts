/**
 * Two people use the web client at random. PARLEY_WALK_STEPS and PARLEY_WALK_SEEDS make it longer: `npm run walk` takes 2,000 steps
 * from each of a dozen seeds.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CAPABILITIES, type State, Store } from "@parley/client";
import { drafts, messages, registration } from "@parley/server/contract";
import type { Page } from "playwright-core";
import { assertUpToDate } from "../../server/test/comparable.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";
import { randomFrom, takeStep, type Walker, type WrittenText } from "./support/walk.ts";

const STEPS = Number(process.env.PARLEY_WALK_STEPS ?? 60);
const SEEDS = (process.env.PARLEY_WALK_SEEDS ?? "1").split(",").map(Number);
/** How much of a walk is shown when it fails. */
const LAST_STEPS = 40;

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
    try {
      for (let n = 0; n < STEPS; n++) {
        const walker = walkers[random(walkers.length)] as Walker;
        steps.push(`${walker.name} ${await takeStep(walker, random)}`);
        assert.equal(await walker.page.getByText("Could not show this part.").count(), 0, "no part is broken");
      }
      for (const walker of walkers) await verify(walker);
    } catch (error) {
      t.diagnostic(stepsBefore(error as Error, steps).join("\n"));
      throw error;
    }
  });

/** The steps since the text was written that the error is about; otherwise the last ones. */
function stepsBefore({ message }: Error, steps: readonly string[]): readonly string[] {
  const [mark] = /^w\d+x\d+/.exec(message) ?? [];
  const start = mark === undefined ? -1 : steps.findIndex((step) => step.includes(mark));
  if (start === -1) return steps.slice(-LAST_STEPS);
  const [writer = ""] = steps[start]?.split(" ") ?? [];
  return steps
    .slice(start)
    .filter((step) => step.startsWith(writer))
    .slice(0, LAST_STEPS);
}

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
  await page.getByRole("main").waitFor();
  return { page, name: email.split("@")[0] as string, written: [] };
}

async function verify({ person, page, name, written }: Walker & { readonly person: Person }): Promise<void> {
  await page.keyboard.press("Escape");
  await textsAreKept(person, page, written);
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

/** Each text was sent where the composer said, or is still there. */
async function textsAreKept(person: Person, page: Page, written: readonly WrittenText[]): Promise<void> {
  const sent = await person.call(messages.getMessages, {
    anchor: "newest",
    num_before: 5000,
    num_after: 0,
    narrow: [{ operator: "sender", operand: person.id }],
    apply_markdown: false,
  });
  const saved = await person.call(drafts.getDrafts, {});
  const kept = await page.evaluate(() => [
    ...Object.values(localStorage),
    ...[...document.querySelectorAll("textarea")].map(({ value }) => value),
  ]);
  for (const { mark, to, isMoved } of written) {
    const found = sent.messages.find(({ content }) => content.includes(mark));
    if (found && !isMoved)
      assert.match(to, new RegExp(RegExp.escape(placeOf(found, person.id))), `${mark} was sent where it was written`);
    const isKept =
      found || [...saved.drafts.map(({ content }) => content), ...kept].some((text) => text.includes(mark));
    assert(isKept, `${mark}, written to ${to}, is not lost`);
  }
}

/** A part of the name of a conversation that no other has. */
function placeOf(message: { subject?: string; display_recipient?: unknown }, ownId: number): string {
  if (message.subject) return message.subject;
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
