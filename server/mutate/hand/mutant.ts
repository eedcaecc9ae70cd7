import type { HandMutant } from "../mutant.ts";

export const mutant = (find: string, replace: string, breaks: string): HandMutant => ({ find, replace, breaks });
