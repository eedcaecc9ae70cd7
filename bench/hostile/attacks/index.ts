/** Every attack, in order. */
import type { Attack } from "../enemy.ts";
import { bodyAttacks } from "./bodies.ts";
import { collectionAttacks } from "./collections.ts";
import { connectionAttacks } from "./connections.ts";
import { outgoingAttacks } from "./outgoing.ts";
import { pictureAttacks } from "./pictures.ts";
import { readingAttacks } from "./reading.ts";
import { renderingAttacks } from "./rendering.ts";
import { searchAttacks } from "./searching.ts";
import { stormAttacks } from "./storms.ts";

export const attacks: readonly Attack[] = [
  ...renderingAttacks,
  ...bodyAttacks,
  ...searchAttacks,
  ...readingAttacks,
  ...stormAttacks,
  ...collectionAttacks,
  ...pictureAttacks,
  ...connectionAttacks,
  ...outgoingAttacks,
];
