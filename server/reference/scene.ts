/**
 * Where examples happen: a story calls operations as the people of the company, one after the other, and what they ask,
 * what they are answered and what everybody's clients hear of it is written down for the pages of the reference.
 */
import assert from "node:assert/strict";
import { CAPABILITIES, Connection, RequestError } from "@parley/client";
import { type ArgumentsOf, eventKey, type Operation, operations, type Shape, type ShapeOf } from "../src/contract.ts";
import type { Browser } from "../test/browser.ts";
import { type Listener, listen } from "../test/listener.ts";
import type { Account, Person } from "../test/person.ts";
import { CLIENT, COMPANY_URL, type Company, type People, type Running } from "./company.ts";
import { withStandIns } from "./stand-ins.ts";

/** An event of the example, and who heard it. */
export interface ExampleEvent {
  readonly key: string;
  readonly event: Readonly<Record<string, unknown>>;
  readonly by: readonly string[];
}

export interface Example {
  readonly id: string;
  /** Who asked: their name and address; nobody where no credentials are needed. */
  readonly as: Pick<Account, "name" | "email"> | undefined;
  readonly args: Readonly<Record<string, unknown>>;
  /** The name of the file that was sent. */
  readonly fileName?: string;
  /** As it came: JSON, or the text of what stays open and goes on. */
  readonly answer: Readonly<Record<string, unknown>> | string;
  readonly events: readonly ExampleEvent[];
}

export interface ExampleScene extends People, Omit<Running, "people"> {
  /** Calls the operation and keeps it as its example. */
  shows<P extends Shape, R extends Shape>(
    operation: Operation<P, R>,
    as: Person | undefined,
    args: ArgumentsOf<P>,
    how?: { file?: File; session?: Browser },
  ): Promise<ShapeOf<R>>;
  /** Keeps what came over a connection that the story has opened itself. */
  keeps<P extends Shape>(operation: Operation<P>, as: Person, args: ArgumentsOf<P>, received: string): void;
}

/** The examples of a chapter, in an order in which each finds what it needs. What only prepares is called on the person. */
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
        listen(person, { client_capabilities: CAPABILITIES, apply_markdown: true, slim_presence: true }),
      ),
    );
    await story({
      ...people,
      ...running,
      async shows(operation, as, args, { file, session } = {}) {
        await heardSince(audience, as);
        const answers: Record<string, unknown>[] = [];
        const fetch: typeof globalThis.fetch = async (...request) => {
          const response = await server.fetch(...request);
          answers.push((await response.clone().json()) as Record<string, unknown>);
          return response;
        };
        const answer = await connectionOf(as, session, fetch).call(operation, args, file ? { file } : {});
        await server.app.jobs.settled();
        examples.push(
          withStandIns({
            id: idOf(operation),
            as: as && { name: as.name, email: as.email },
            args: args as Record<string, unknown>,
            ...(file ? { fileName: file.name } : {}),
            answer: answers[0] as Record<string, unknown>,
            events: byKey(await heardSince(audience, as)),
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

type Heard = readonly [Person, Readonly<Record<string, unknown>>];

/** What everybody has heard since they were last asked. The one who acted first: of what several hear, theirs is shown. */
async function heardSince(audience: readonly Listener[], as: Person | undefined): Promise<Heard[]> {
  const heard: Heard[] = [];
  for (const listener of audience.toSorted((a, b) => Number(b.person === as) - Number(a.person === as)))
    for (const event of await heardBy(listener)) heard.push([listener.person, event]);
  return heard;
}

/** Whoever is deactivated has no queue any more. */
async function heardBy(listener: Listener): Promise<Heard[1][]> {
  try {
    const events = await listener.polls({ dont_block: true });
    listener.last_event_id = events.at(-1)?.id ?? listener.last_event_id;
    return events;
  } catch (error) {
    if (error instanceof RequestError) return [];
    throw error;
  }
}

/** The first of each kind, with all who heard one. */
function byKey(events: readonly Heard[]): ExampleEvent[] {
  const kinds = Map.groupBy(events, ([, { type, op }]) => eventKey(String(type), op));
  return [...kinds].map(([key, heard]) => ({
    key,
    event: heard[0]?.[1] as Record<string, unknown>,
    by: [...new Set(heard.map(([{ name }]) => name))],
  }));
}
