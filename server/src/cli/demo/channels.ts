/** The demo's channels: one of each kind, as a small company might have them. */
import type { PersonKey } from "./people.ts";

export interface DemoChannel {
  readonly name: string;
  readonly description: string;
  readonly kind: "public" | "web-public" | "private with shared history" | "private with protected history";
  readonly creator: PersonKey;
  /** Defaults to everyone except guests. */
  readonly members?: readonly PersonKey[];
  /** New members are subscribed to it. */
  readonly isDefault?: boolean;
  /** Only moderators and above post. */
  readonly isForAnnouncements?: boolean;
  /** Has no topics. */
  readonly hasNoTopics?: boolean;
}

const engineers = ["tomas", "jonas", "mei", "luca", "dmitri", "hannah", "kofi", "elena", "marco", "ravi"] as const;

export const channels: readonly DemoChannel[] = [
  {
    name: "announcements",
    description: "News for the whole company. Few messages, all of them worth reading.",
    kind: "public",
    creator: "olivia",
    isDefault: true,
    isForAnnouncements: true,
  },
  {
    name: "engineering",
    description: "How we build things: tiles, sync, search. Code review and design notes.",
    kind: "public",
    creator: "tomas",
    members: [...engineers, "priya", "noah", "olivia"],
  },
  {
    name: "mobile",
    description: "The iOS and Android apps.",
    kind: "public",
    creator: "luca",
    members: ["luca", "mei", "elena", "marco", "amara", "priya", "yuki", "olivia"],
  },
  {
    name: "infrastructure",
    description: "Servers, deployments, alerts. Tile Watch reports here.",
    kind: "public",
    creator: "dmitri",
    members: [...engineers, "olivia"],
  },
  {
    name: "releases",
    description: "What shipped, what is about to, and every build on the way.",
    kind: "public",
    creator: "tomas",
    members: [...engineers, "priya", "sara", "noah", "aisha", "olivia"],
  },
  {
    name: "product",
    description: "What to build next, and why. Roadmap: https://kestrelmaps.example/roadmap",
    kind: "public",
    creator: "priya",
    members: ["priya", "olivia", "tomas", "amara", "sara", "hannah", "yuki", "ben", "zoe", "mei", "luca"],
  },
  {
    name: "design",
    description: "Maps that can be read with cold hands in bad light.",
    kind: "public",
    creator: "amara",
    members: ["amara", "mei", "luca", "priya", "yuki", "marco", "noah", "olivia"],
  },
  {
    name: "support",
    description: "What our users tell us. Anybody may answer.",
    kind: "public",
    creator: "sara",
    members: ["sara", "zoe", "yuki", "elena", "luca", "kofi", "priya", "noah", "olivia"],
  },
  {
    name: "open data",
    description: "Our contributions to public map data. Readable by everyone on the Internet.",
    kind: "web-public",
    creator: "hannah",
    members: ["hannah", "noah", "jonas", "kofi", "aisha", "paula", "olivia"],
  },
  {
    name: "field trips",
    description: "Testing the maps where they belong. Bring boots.",
    kind: "public",
    creator: "ingrid",
    isDefault: true,
  },
  {
    name: "watercooler",
    description: "Everything else. No topics, no agenda.",
    kind: "public",
    creator: "zoe",
    hasNoTopics: true,
    isDefault: true,
  },
  {
    name: "security",
    description: "Reports, fixes and audits. Newcomers can read what came before.",
    kind: "private with shared history",
    creator: "ravi",
    members: ["ravi", "tomas", "dmitri", "jonas", "olivia"],
  },
  {
    name: "leadership",
    description: "Budget, hiring and hard questions. History begins with your own first day here.",
    kind: "private with protected history",
    creator: "olivia",
    members: ["olivia", "tomas", "priya", "sara", "ingrid"],
  },
  {
    name: "Ridgeway pilot",
    description: "With our friends at Ridgeway Mountain Rescue.",
    kind: "private with shared history",
    creator: "zoe",
    members: ["zoe", "paula", "sara", "luca", "priya", "hannah", "ben", "olivia"],
  },
];
