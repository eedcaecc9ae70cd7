/** Display names of people. */
import type { State } from "@parley/client";
import { t } from "../text/text.ts";
import { useStore } from "./store.ts";

export const nameOf = (state: Pick<State, "users">, id: number): string =>
  state.users.users.get(id)?.full_name ?? t("parts.unknownPerson");

export const useOwnId = (): number => useStore((state) => state.users.ownId);
export const usePerson = (id: number) => useStore((state) => state.users.users.get(id));
