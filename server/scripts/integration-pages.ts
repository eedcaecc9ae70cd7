/** The pages in docs/integrations, from the declarations and fixtures of the integrations. */
import type { Fixture } from "../src/delivery/integrations/fixtures/fixture.ts";
import { fixtures } from "../src/delivery/integrations/fixtures/index.ts";
import { read } from "../src/delivery/integrations/fixtures/read.ts";
import { ANY_EVENT, type Category, type Integration, ONLY_EVENT } from "../src/delivery/integrations/integration.ts";
import { interpret } from "../src/delivery/integrations/interpret.ts";
import { integrations } from "../src/delivery/integrations/services/index.ts";
import { bearer } from "../src/delivery/integrations/signatures.ts";

const HOST = "https://chat.example.com";

/** Text by the path of its file. */
export function integrationPages(): Readonly<Record<string, () => Promise<string>>> {
  const pages = integrations.map((each) => [pathOf(each), async () => pageOf(each)] as const);
  return { "docs/integrations/README.md": async () => contents(), ...Object.fromEntries(pages) };
}

const pathOf = ({ name }: Integration): string => `docs/integrations/${name}.md`;

function contents(): string {
  const categories = [...new Set(integrations.map(({ category }) => category))];
  return joined(
    "# Integrations",
    "Services that post into channels. Each page says how to set one up, and shows the messages.",
    ...categories.flatMap((category) => [`## ${titleOf(category)}`, listOf(category)]),
  );
}

const titleOf = (category: Category): string => category.replace(/^./, (first) => first.toUpperCase());

const listOf = (category: Category): string =>
  [...integrations, ...FETCHED]
    .filter((each) => each.category === category)
    .map(({ name, title, about }) => `- [${title}](${name}.md): ${about}`)
    .join("\n");

/** What the server fetches itself: their pages are written by hand. */
const FETCHED: readonly Pick<Integration, "name" | "title" | "about" | "category">[] = [
  {
    name: "feeds",
    title: "RSS and Atom feeds",
    about: "Posts the new entries of blogs, news and release pages.",
    category: "general",
  },
  {
    name: "calendars",
    title: "Calendars",
    about: "Posts reminders of the events in iCalendar files, before they begin.",
    category: "general",
  },
];

function pageOf(integration: Integration): string {
  const { name, title, about, setup } = integration;
  const steps = [
    `In Parley, open [**Settings**, **Integrations**, **${title}**](/#settings/integrations/${name}). Choose or create a bot and where it posts, and copy the address.`,
    `The address is a URL like \`${HOST}/api/v1/external/${name}?api_key=API_KEY&stream=CHANNEL\`. \`CHANNEL\` is a name, URL-encoded, or an id. Without \`stream\`, you get direct messages.`,
    ...setup,
    "**Send a test** on the same page sends an example, and **Last requests** shows what became of it and of the service's own.",
  ];
  return joined(
    `# ${title}`,
    about,
    "## Set it up",
    steps.map((step, index) => `${index + 1}. ${step}`).join("\n"),
    "## Options of the URL",
    optionsOf(integration),
    "## Signed requests",
    secretOf(integration),
    ...eventsOf(integration),
    "## Messages",
    ...(fixtures[name] ?? []).flatMap((fixture) => messageOf(integration, fixture)),
  );
}

function optionsOf({ options = [], events }: Integration): string {
  const filters = hasEvents(events)
    ? [
        ["only_events", 'The events to post, such as `["pull_request*", "push"]`; others are ignored'],
        ["exclude_events", "Events to ignore, written in the same way"],
      ]
    : [];
  return table(
    ["option", ""],
    [
      ["stream", "The channel, by name or id"],
      ["topic", "The topic, if the integration shall not choose one"],
      ...filters,
      ...options.map(({ key, label }) => [key, label]),
    ].map(([key, label]) => [`\`${key}\``, label as string]),
  );
}

const secretOf = ({ signature = bearer }: Integration): string =>
  `The bot accepts only requests that prove that their sender knows its secret, if it has one. Set it on the page of the integration in Parley, or with the API: it is \`webhook_secret\` in the bot's \`config_data\` (\`PATCH /bots/{bot_id}\`). ${signature.about}`;

/** Whether events can be told apart. */
const hasEvents = (events: Integration["events"]): boolean => !Object.hasOwn(events, ONLY_EVENT);

function eventsOf({ events }: Integration): string[] {
  if (!hasEvents(events)) return [];
  const rows = Object.entries(events).map(([name, { about }]) => [name === ANY_EVENT ? "any" : `\`${name}\``, about]);
  return ["## Events", table(["event", "posted when"], rows)];
}

function messageOf(integration: Integration, fixture: Fixture): string[] {
  const message = interpret(integration, read(fixture));
  if (message.kind !== "message") return [];
  const title = fixture.name.replace(/^./, (first) => first.toUpperCase());
  return [`${title}, in the topic “${message.topic}”:`, fenced(message.content)];
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const joined = (...parts: readonly string[]): string => `${parts.join("\n\n")}\n`;
