import type { HandMutant } from "../mutant.ts";

export const handMutants: readonly HandMutant[] = [];
