/** The sidebar's lists, and the field that filters them by name. */
import { type KeyboardEvent, useRef, useState } from "react";
import type { Address } from "../address/address.ts";
import { Icon } from "../parts/Icon.tsx";
import { t } from "../text/text.ts";
import { Channels } from "./Channels.tsx";
import { DirectMessages } from "./DirectMessages.tsx";
import { HeldProvider } from "./held.ts";
import { hereOf } from "./here.ts";
import { focusFirstRow, moveByKey, useOneStop } from "./roving.ts";
import { Views } from "./Views.tsx";

interface ListsProps {
  readonly address: Address;
  /** Undefined while there is no filter field. */
  readonly filter: string | undefined;
  readonly onFilter: (filter: string | undefined) => void;
  readonly parts: readonly ("views" | "direct" | "channels")[];
}

/** The lists; on a phone some of them are separate screens. */
export function Lists({ address, filter, onFilter, parts }: ListsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useOneStop(list);
  const here = hereOf(address);
  const names = filter?.trim() ?? "";
  const isAlone = parts.length === 1;
  return (
    <HeldProvider value={isPointed || isFocused}>
      {filter !== undefined && <FilterField value={filter} onChange={onFilter} list={() => list.current} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows are links; arrows only move between them. */}
      <div
        className="side-scroll"
        ref={list}
        onKeyDown={moveByKey}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onFocus={() => setFocused(true)}
        onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
      >
        {parts.includes("views") && <Views here={here} filter={names} />}
        {parts.includes("direct") && (
          <DirectMessages here={here} filter={names} {...(isAlone ? { atFirst: 50 } : {})} />
        )}
        {parts.includes("channels") && <Channels here={here} filter={names} />}
        {names !== "" && <p className="side-nothing quiet">{t("sidebar.nothingFound")}</p>}
      </div>
    </HeldProvider>
  );
}

interface FilterFieldProps {
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
  readonly list: () => HTMLElement | null;
}

function FilterField({ value, onChange, list }: FilterFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") focusFirstRow(list());
    else if (event.key === "Enter") {
      list()?.querySelector<HTMLElement>("a[data-row]")?.click();
      onChange(undefined);
    } else if (event.key === "Escape") onChange(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="jump side-filter">
      <Icon name="filter" />
      <input
        // biome-ignore lint/a11y/noAutofocus: the reader just opened it.
        autoFocus
        type="search"
        value={value}
        placeholder={t("sidebar.filter")}
        aria-label={t("sidebar.filter")}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => value === "" && onChange(undefined)}
      />
    </div>
  );
}
