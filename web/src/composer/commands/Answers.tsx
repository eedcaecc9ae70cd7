/** Private answers of bots, above the composer of the conversation where their commands were called. */
import { useMemo } from "react";
import type { NarrowTerm } from "../../address/narrow.ts";
import { later } from "../../parts/later.tsx";
import { useStore } from "../../state/store.ts";
import { answersHere } from "./answers-here.ts";

const AnswerList = later(() => import("./AnswerList.tsx").then((loaded) => loaded.AnswerList), { isOptional: true });

export function Answers({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const commands = useStore((state) => state.commands);
  const answers = useMemo(() => answersHere({ commands }, terms), [commands, terms]);
  return answers.length === 0 ? null : <AnswerList answers={answers} />;
}
