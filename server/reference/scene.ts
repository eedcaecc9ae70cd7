/**
 * Runs examples: a story calls operations as the people of the company, one after the other. Requests, responses and
 * the events that everyone's clients receive are recorded for the reference.
 */
import assert from "node:assert/strict";
import { CAPABILITIES, Connection, RequestError } from "@parley/client";
import { type ArgumentsOf, eventKey, type Operation, operations, type Shape, type ShapeOf } from "../src/contract.ts";
import type { Browser } from "../test/browser.ts";
import { type Listener, listen } from "../test/listener.ts";
import type { Account, Person } from "../test/person.ts";
import { CLIENT, COMPANY_URL, type Company, type People, type Running } from "./company.ts";
import { withStandIns } from "./stand-ins.ts";

/** An event that the example caused, and who received it. */
export interface ExampleEvent {
  readonly key: string;
  readonly event: Readonly<Record<string, unknown>>;
  readonly by: readonly string[];
}

export interface Example {
  readonly id: string;
  /** The caller's name and email address; undefined where no credentials are needed. */
  readonly as: Pick<Account, "name" | "email"> | undefined;
  readonly args: Readonly<Record<string, unknown>>;
  /** The name of the uploaded file. */
  readonly fileName?: string;
  /** The raw response: JSON, or the text of a stream. */
  readonly answer: Readonly<Record<string, unknown>> | string;
  readonly events: readonly ExampleEvent[];
}

export interface ExampleScene extends People, Omit<Running, "people"> {
  /** Calls the operation and records it as its example. */
  shows<P extends Shape, R extends Shape>(
    operation: Operation<P, R>,
    as: Person | undefined,
    args: ArgumentsOf<P>,
    how?: { file?: File; session?: Browser; document?: unknown },
  ): Promise<ShapeOf<R>>;
  /** Records what arrived over a connection that the story opened itself. */
  keeps<P extends Shape>(operation: Operation<P>, as: Person, args: ArgumentsOf<P>, received: string): void;
}

/**
 * The examples of a chapter, in an order in which each finds what it needs. Preparations are called on the person, and
 * not recorded.
 */
export type Story = (scene: ExampleScene) => Promise<void>;

const ids = new Map<unknown, string>(Object.entries(operations).map(([id, operation]) => [operation, id]));

function idOf(operation: Pick<Operation, "method" | "path">): string {
  const id = ids.get(operation);
  assert(id !== undefined, `${operation.method} ${operation.path} is in the contract`);
  return id;
}

export async function examplesOf(company: Company, story: Story): Promise<Example[]> {
  const { people, ...running } = await company.open();
  const { server } = running;
  const examples: Example[] = [];
  try {
    const audience = await Promise.all(
      Object.values(people).map((person) =>
        listen(person, {
          client_capabilities: CAPABILITIES,
          include_subscribers: "true",
          apply_markdown: true,
          slim_presence: true,
        }),
      ),
    );
    await story({
      ...people,
      ...running,
      async shows(operation, as, args, { file, session, document } = {}) {
        await eventsSince(audience, as);
        const answers: Record<string, unknown>[] = [];
        const fetch: typeof globalThis.fetch = async (...request) => {
          const response = await server.fetch(...request);
          answers.push((await response.clone().json()) as Record<string, unknown>);
          return response;
        };
        const body = { ...(file ? { file } : {}), ...(document === undefined ? {} : { document }) };
        const answer = await connectionOf(as, session, fetch).call(operation, args, body);
        await server.app.jobs.settled();
        examples.push(
          withStandIns({
            id: idOf(operation),
            as: as && { name: as.name, email: as.email },
            args: args as Record<string, unknown>,
            ...(file ? { fileName: file.name } : {}),
            answer: answers[0] as Record<string, unknown>,
            events: byKey(await eventsSince(audience, as)),
          }),
        );
        return answer;
      },
      keeps(operation, { name, email }, args, received) {
        const kept = { args: args as Record<string, unknown>, answer: received.trim(), events: [] };
        examples.push(withStandIns({ id: idOf(operation), as: { name, email }, ...kept }));
      },
    });
    const [fault] = server.faults;
    if (fault) throw fault;
  } finally {
    await server.close();
  }
  return examples;
}

function connectionOf(
  as: Person | undefined,
  session: Browser | undefined,
  fetch: typeof globalThis.fetch,
): Connection {
  const [url, headers] = [COMPANY_URL, { "user-agent": CLIENT }];
  if (session) {
    const { cookie, csrfToken } = session;
    return new Connection({ url, csrfToken, headers: { ...headers, cookie }, fetch });
  }
  const { email, apiKey } = as ?? { email: "", apiKey: "" };
  return new Connection({ url, email, apiKey, headers, fetch });
}

type ReceivedEvent = readonly [Person, Readonly<Record<string, unknown>>];

/**
 * The events that everyone received since the last call. The caller's come first, because the reference shows the first
 * of each kind.
 */
async function eventsSince(audience: readonly Listener[], as: Person | undefined): Promise<ReceivedEvent[]> {
  const received: ReceivedEvent[] = [];
  for (const listener of audience.toSorted((a, b) => Number(b.person === as) - Number(a.person === as)))
    for (const event of await eventsFor(listener)) received.push([listener.person, event]);
  return received;
}

/** Deactivated users no longer have a queue. */
async function eventsFor(listener: Listener): Promise<ReceivedEvent[1][]> {
  try {
    const events = await listener.polls({ dont_block: true });
    listener.last_event_id = events.at(-1)?.id ?? listener.last_event_id;
    return events;
  } catch (error) {
    if (error instanceof RequestError) return [];
    throw error;
  }
}

/** The first event of each kind, with everyone who received one. */
function byKey(events: readonly ReceivedEvent[]): ExampleEvent[] {
  const kinds = Map.groupBy(events, ([, { type, op }]) => eventKey(String(type), op));
  return [...kinds].map(([key, received]) => ({
    key,
    event: received[0]?.[1] as Record<string, unknown>,
    by: [...new Set(received.map(([{ name }]) => name))],
  }));
}
