/** A view without messages, by what it would show. A search says which of its terms to drop. */
import { narrowAddress } from "../../address/address.ts";
import { conditionsOf, conversationOf, type NarrowTerm } from "../../address/narrow.ts";
import { Empty } from "../../parts/states.tsx";
import { useOwnId } from "../../state/people.ts";
import { useHref } from "../../state/place.ts";
import { type TextKey, t } from "../../text/text.ts";
import { viewOf } from "./Header.tsx";

const SENTENCES: Partial<Record<TextKey, TextKey>> = {
  "views.mentions": "narrow.noMentions",
  "views.starred": "narrow.noStarred",
  "views.reactions": "narrow.noReactions",
  "narrow.allDirect": "narrow.noneDirect",
};

export function NothingHere({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const ownId = useOwnId();
  const conversation = conversationOf(terms);
  if (conversation?.type === "topic") return <Empty icon="compose" title={t("narrow.noneInTopic")} />;
  if (conversation)
    return <Empty icon="dm" title={t(conversation.userIds.length === 0 ? "narrow.noneToSelf" : "narrow.noneDirect")} />;
  const { title, icon } = viewOf(terms, ownId);
  if (title !== "views.search") return <Empty icon={icon} title={t(SENTENCES[title] ?? "narrow.noMessages")} />;
  const conditions = conditionsOf(terms);
  return (
    <Empty icon="search" title={t("narrow.noneMatch")}>
      {conditions.length > 1 && (
        <p className="drops">
          {conditions.map((term, index) => (
            <Drop key={JSON.stringify(term)} term={term} rest={conditions.toSpliced(index, 1)} />
          ))}
        </p>
      )}
    </Empty>
  );
}

function Drop({ term, rest }: { readonly term: NarrowTerm; readonly rest: readonly NarrowTerm[] }) {
  const href = useHref(narrowAddress(rest));
  const said = `${term.negated ? "-" : ""}${term.operator}:${term.operand}`;
  return (
    <a className="btn" href={href}>
      {t("narrow.drop", { term: said })}
    </a>
  );
}
