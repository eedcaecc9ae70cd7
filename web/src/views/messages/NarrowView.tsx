/** Opens the messages of a view and shows them, or why they cannot be shown. */
import { RequestError } from "@parley/client";
import { useEffect, useLayoutEffect, useState } from "react";
import type { NarrowTerm } from "../../address/narrow.ts";
import { useCommand } from "../../keyboard/useCommand.ts";
import { onKeepUnread } from "../../log/keeping.ts";
import { Log } from "../../log/Log.tsx";
import { type LogOpening, openingFor, rememberedIn } from "../../log/opening.ts";
import { Empty, Failure, Skeleton } from "../../parts/states.tsx";
import { useOutbox, useView } from "../../state/messages.ts";
import { router } from "../../state/place.ts";
import { t } from "../../text/text.ts";
import { focusSearchField } from "../search/focus.ts";
import { Header } from "./Header.tsx";
import { NothingHere } from "./NothingHere.tsx";
import { Notices } from "./Notices.tsx";
import { openView } from "./open-ahead.ts";
import { useConversationKeys } from "./useConversationKeys.ts";
import { useFollowMoves } from "./useFollowMoves.ts";

interface NarrowViewProps {
  readonly terms: readonly NarrowTerm[];
  /** The reader can access the channel or people in the narrow. */
  readonly isKnown: boolean;
}

export function NarrowView({ terms, isKnown }: NarrowViewProps) {
  const shown = useView(terms);
  const { view, state } = shown;
  const entries = useOutbox(terms);
  const [opening, setOpening] = useState<LogOpening>(() => openingFor(terms, rememberedIn(router.recall("log"))));
  /** The opening whose messages are loaded: shown until another one's are. */
  const [opened, setOpened] = useState<LogOpening>();
  const [openings, setOpenings] = useState(0);
  const [isKeepingUnread, setKeepingUnread] = useState(false);
  const [isSearching, setSearching] = useState(false);

  useLayoutEffect(() => {
    let isWanted = true;
    const done = () => {
      if (!isWanted) return;
      setOpened(opening);
      setOpenings((count) => count + 1);
    };
    const answered = openView(view, opening.anchor);
    // Known messages are shown in the same frame.
    if (view.state.loading.opening) void answered.then(done);
    else done();
    return () => {
      isWanted = false;
    };
  }, [view, opening]);
  // Before the next screen opens the same view elsewhere, whose request closing would cancel.
  useLayoutEffect(() => () => view.close(), [view]);
  useEffect(() => onKeepUnread(() => setKeepingUnread(true)), []);
  useFollowMoves(terms, view);
  useConversationKeys(terms);
  useCommand("search", () => {
    setSearching(true);
    focusSearchField();
  });
  // Pressed again, the browser's own search opens.
  useCommand("findHere", () => (isSearching ? false : setSearching(true)));
  useCommand("escape", () => (isSearching ? setSearching(false) : false), { isEnabled: isSearching });

  const tryAgain = () => setOpening({ ...opening });
  const refused = state.error instanceof RequestError && state.error.status === 400;
  const hasMessages = state.ids.length > 0 || entries.length > 0;
  return (
    <>
      <Header
        terms={terms}
        newest={state.ids.at(-1)}
        isSearching={isSearching}
        keeping={isKeepingUnread ? () => setKeepingUnread(false) : undefined}
        onSearch={() => setSearching(true)}
      />
      <Notices terms={terms} first={state.ids[0]} />
      {!isKnown || (refused && !state.isOpened) ? (
        <div className="log-frame">
          <Empty icon="lock" title={t("shell.noAccess")} />
        </div>
      ) : opened && state.isOpened && hasMessages ? (
        <Log
          key={openings}
          terms={terms}
          shown={shown}
          entries={entries}
          opening={opened}
          isKeepingUnread={isKeepingUnread}
          onKeepUnread={() => setKeepingUnread(true)}
          reopen={setOpening}
        />
      ) : (
        <div className="log-frame" aria-busy={!state.isOpened && !state.error}>
          {state.error && !state.isOpened ? (
            <div className="axis edge">
              <div className="words">
                <Failure text={t("narrow.couldNotLoad")} onRetry={tryAgain} />
              </div>
            </div>
          ) : opened && state.isOpened && !state.loading.opening ? (
            <NothingHere terms={terms} />
          ) : (
            <Skeleton rows={6} onRetry={tryAgain} />
          )}
        </div>
      )}
    </>
  );
}
