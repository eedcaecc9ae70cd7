/** Mutants written by hand: mistakes that somebody could make. Each names its place by text that the sources hold once. */
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
