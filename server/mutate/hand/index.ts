/** Mutants written by hand: plausible mistakes. Each is located by text that occurs once in the sources. */
import type { HandMutant } from "../mutant.ts";
import { channelMutants } from "./channels.ts";
import { kernelMutants } from "./kernel.ts";
import { messageMutants } from "./messages.ts";
import { peopleMutants } from "./people.ts";
import { personalMutants } from "./personal.ts";

export const handMutants: readonly HandMutant[] = [
  ...kernelMutants,
  ...channelMutants,
  ...messageMutants,
  ...peopleMutants,
  ...personalMutants,
];
