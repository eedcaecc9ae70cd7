/** A search without results: suggests chips to remove, with the number of results. */
import { messages as messageOperations } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { narrowAddress } from "../../address/address.ts";
import { conditionsOf, type NarrowTerm } from "../../address/narrow.ts";
import { Empty } from "../../parts/states.tsx";
import { type Loosening, loosenings } from "../../search-language/described.ts";
import { useHref } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { sayTerm, sayTerms } from "./say.ts";
import "./search.css";

/** More are offered without a number. */
const COUNTED = 4;
const MOST_COUNTED = 100;

export function NothingFound({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const state = useStore((each) => each);
  const search = conditionsOf(terms);
  const wider = isPersonal(search);
  const widerHref = useHref(narrowAddress([{ operator: "channels", operand: "public" }, ...search]));
  return (
    <Empty icon="search" title={t("search.nothing", { what: sayTerms(search, state) })}>
      <p className="drops">
        {wider && (
          <a className="btn" href={widerHref}>
            {t("search.inAllPublic")}
          </a>
        )}
        {loosenings(search).map((loosening, index) => (
          <Drop key={JSON.stringify(loosening.dropped)} loosening={loosening} isCounted={index < COUNTED} />
        ))}
      </p>
    </Empty>
  );
}

/** Whether words were searched only in what the reader has received. */
const isPersonal = (search: readonly NarrowTerm[]): boolean =>
  search.some(({ operator }) => operator === "search") &&
  !search.some(({ operator }) => ["channel", "channels", "dm", "dm-including", "is", "in"].includes(operator));

function Drop({ loosening: { dropped, left }, isCounted }: { loosening: Loosening; isCounted: boolean }) {
  const href = useHref(narrowAddress(left));
  const chip = useStore((state) => sayTerm(dropped, state));
  const count = useCount(left, isCounted);
  return (
    <a className="btn" href={href}>
      {t("search.without", { chip })} {count !== undefined && <small>{count}</small>}
    </a>
  );
}

function useCount(terms: readonly NarrowTerm[], isWanted: boolean): string | undefined {
  const { connection } = useSession();
  const narrow = JSON.stringify(terms);
  const [count, setCount] = useState<string>();
  useEffect(() => {
    if (!isWanted) return;
    const ending = new AbortController();
    const args = {
      narrow: JSON.parse(narrow) as { operator: string; operand: string }[],
      anchor: "newest",
      num_before: MOST_COUNTED,
      num_after: 0,
      apply_markdown: false,
      client_gravatar: true,
    };
    connection.call(messageOperations.getMessages, args, { signal: ending.signal }).then(
      ({ messages, found_oldest }) =>
        setCount(
          found_oldest
            ? t("search.wouldGive", { count: messages.length })
            : t("search.wouldGiveMany", { count: MOST_COUNTED }),
        ),
      // The button works without it.
      () => {},
    );
    return () => ending.abort();
  }, [connection, narrow, isWanted]);
  return count;
}
