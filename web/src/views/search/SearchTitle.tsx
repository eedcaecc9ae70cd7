/** The header of a search: its field, Save, and ignored words. */
import { narrowAddress } from "../../address/address.ts";
import { fragmentOf } from "../../address/fragment.ts";
import { conditionsOf, type NarrowTerm } from "../../address/narrow.ts";
import { useIsPhone } from "../../app/screen.ts";
import { pinSearch } from "../../panel/open-panel.ts";
import { Button, IconButton } from "../../parts/buttons.tsx";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { listText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { Back } from "../messages/Header.tsx";
import { leftOutOf } from "./left-out.ts";
import { SearchField } from "./SearchField.tsx";
import { openSaveSearch } from "./save-search.tsx";
import { sayTerms } from "./say.ts";

interface SearchTitleProps {
  readonly terms: readonly NarrowTerm[];
  readonly isActive: boolean;
  /** Whether this is a search, and not only the field over another view. */
  readonly isSearch: boolean;
}

export function SearchTitle({ terms, isActive, isSearch }: SearchTitleProps) {
  const { isVisitor } = useSession();
  const state = useStore((each) => each);
  const search = conditionsOf(terms);
  const fragment = fragmentOf(narrowAddress(search), state);
  const isSaved = state.navigationViews.has(fragment);
  const isPhone = useIsPhone();
  const save = () => openSaveSearch(fragment, sayTerms(search, state));
  const leftOut = isSearch ? leftOutOf(search, state) : [];
  return (
    <div className="axis search-head">
      <span className="m">
        <Back />
      </span>
      <span className="mk" />
      <div className="words">
        <h1 className="sr">{`${t("views.search")}: ${sayTerms(search, state)}`}</h1>
        <div className="head-row">
          <SearchField terms={terms} isActive={isActive} />
          {isSearch &&
            !isSaved &&
            !isVisitor &&
            (isPhone ? (
              <IconButton icon="pin" label={t("search.save")} onPress={save} />
            ) : (
              <Button kind="plain" icon="pin" onPress={save}>
                {t("search.save")}
              </Button>
            ))}
          {isSearch && !isVisitor && !isPhone && (
            <IconButton icon="panel" label={t("search.openInPanel")} onPress={() => pinSearch(search)} />
          )}
        </div>
        {leftOut.length > 0 && (
          <p className="search-said" role="status">
            {t("search.leftOut", { count: leftOut.length, words: listText(leftOut) })}
          </p>
        )}
      </div>
    </div>
  );
}
