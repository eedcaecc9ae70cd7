/** A table with a filter, sorted by the column that was pressed last. */
import { type ReactNode, useState } from "react";
import { Button } from "../../parts/buttons.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { t } from "../../text/text.ts";
import { arranged, type ListColumn } from "./arrange.ts";
import "./lists.css";

export interface DrawnColumn<Row> extends ListColumn<Row> {
  /** By default the text. */
  draw?(row: Row): ReactNode;
}

interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly DrawnColumn<Row>[];
  readonly keyOf: (row: Row) => string | number;
  readonly actions: (row: Row) => ReactNode;
  /** The position of the column that is sorted by at first. */
  readonly sortedBy?: number;
  readonly isDescending?: boolean;
  /** Beside the filter, which is then always shown. */
  readonly tools?: ReactNode;
}

/** More are drawn when they are asked for. */
const STEP = 100;
/** A filter is no help for fewer. */
const FILTERED_FROM = 6;

export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, columns, keyOf, actions, sortedBy = 0, isDescending: startsDescending = false, tools } = props;
  const [query, setQuery] = useState("");
  const [sorting, setSorting] = useState({ by: sortedBy, isDescending: startsDescending });
  const [most, setMost] = useState(STEP);
  const shown = arranged(rows, columns, { query, ...sorting });
  const sort = (by: number) => setSorting({ by, isDescending: sorting.by === by && !sorting.isDescending });
  return (
    <>
      {(tools !== undefined || rows.length >= FILTERED_FROM) && (
        <div className="table-tools">
          <input
            type="search"
            className="field table-filter"
            aria-label={t("settings.filter", { label })}
            placeholder={t("lists.filter")}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
          {tools}
        </div>
      )}
      <table className="set-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title }, at) => (
              <th key={title} scope="col" aria-sort={ariaSort(sorting.by === at, sorting.isDescending)}>
                <button type="button" onClick={() => sort(at)}>
                  {title}
                  {sorting.by === at && <Icon name={sorting.isDescending ? "down" : "up"} size="s" />}
                </button>
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, most).map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.title} data-title={columns.length > 1 ? column.title : undefined}>
                  <div dir="auto">{column.draw?.(row) ?? column.of(row)}</div>
                </td>
              ))}
              <td className="table-acts">{actions(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && rows.length > 0 && <p className="quiet">{t("sidebar.nothingFound")}</p>}
      {shown.length > most && (
        <Button kind="plain" onPress={() => setMost(most + STEP)}>
          {t("settings.showMore", { count: shown.length - most })}
        </Button>
      )}
    </>
  );
}

const ariaSort = (isSorted: boolean, isDescending: boolean) =>
  isSorted ? (isDescending ? "descending" : "ascending") : "none";
