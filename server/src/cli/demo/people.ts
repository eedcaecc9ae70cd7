/** The people and bots of Kestrel Maps, who make trail maps that work without a network. */
import { BotType, Role } from "../../kernel/access/roles.ts";
import { voice } from "./script.ts";

export interface DemoPerson {
  readonly name: string;
  readonly role: number;
}

/** Comes first. In an existing organization, its own owner takes this role. */
export const OWNER = "olivia";

export const people = {
  olivia: { name: "Olivia Marsh", role: Role.owner },
  tomas: { name: "Tomás Ferreira", role: Role.administrator },
  priya: { name: "Priya Raman", role: Role.moderator },
  sara: { name: "Sara Haddad", role: Role.moderator },
  jonas: { name: "Jonas Lindqvist", role: Role.member },
  mei: { name: "Mei Tanaka", role: Role.member },
  amara: { name: "Amara Okafor", role: Role.member },
  luca: { name: "Luca Bianchi", role: Role.member },
  dmitri: { name: "Dmitri Volkov", role: Role.member },
  hannah: { name: "Hannah Weiss", role: Role.member },
  kofi: { name: "Kofi Mensah", role: Role.member },
  elena: { name: "Elena Popescu", role: Role.member },
  noah: { name: "Noah Brandt", role: Role.member },
  aisha: { name: "Aisha Rahman", role: Role.member },
  ben: { name: "Ben Carter", role: Role.member },
  yuki: { name: "Yuki Sato", role: Role.member },
  ingrid: { name: "Ingrid Solberg", role: Role.member },
  marco: { name: "Marco Díaz", role: Role.member },
  zoe: { name: "Zoë Laurent", role: Role.member },
  ravi: { name: "Ravi Patel", role: Role.member },
  paula: { name: "Paula Nguyen", role: Role.guest },
} as const satisfies Record<string, DemoPerson>;

export type PersonKey = keyof typeof people;

export const bots = {
  builds: { name: "Build Bot", type: BotType.generic, owner: "tomas" },
  tiles: { name: "Tile Watch", type: BotType.incomingWebhook, owner: "dmitri" },
  desk: { name: "Help Desk", type: BotType.incomingWebhook, owner: "sara" },
} as const satisfies Record<string, { name: string; type: number; owner: PersonKey }>;

export const [olivia, tomas, priya, sara, jonas, mei, amara] = [
  voice("olivia"),
  voice("tomas"),
  voice("priya"),
  voice("sara"),
  voice("jonas"),
  voice("mei"),
  voice("amara"),
];
export const [luca, dmitri, hannah, kofi, elena, noah, aisha] = [
  voice("luca"),
  voice("dmitri"),
  voice("hannah"),
  voice("kofi"),
  voice("elena"),
  voice("noah"),
  voice("aisha"),
];
export const [ben, yuki, ingrid, marco, zoe, ravi, paula] = [
  voice("ben"),
  voice("yuki"),
  voice("ingrid"),
  voice("marco"),
  voice("zoe"),
  voice("ravi"),
  voice("paula"),
];
