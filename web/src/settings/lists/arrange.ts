/** Filters and sorts the rows of a table. */
import { nameFilter } from "../../ranking/match.ts";

export interface ListColumn<Row> {
  readonly title: string;
  /** What the column is sorted by. Texts are also what the filter looks at. */
  of(row: Row): string | number;
}

export interface Arrangement {
  readonly query: string;
  /** The position of the column. */
  readonly by: number;
  readonly isDescending: boolean;
}

export function arranged<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  { query, by, isDescending }: Arrangement,
): readonly Row[] {
  const matches = nameFilter(query);
  const text = (row: Row) =>
    columns
      .map((column) => column.of(row))
      .filter((value) => typeof value === "string")
      .join(" ");
  const { of } = columns[by] ?? { of: () => 0 };
  const direction = isDescending ? -1 : 1;
  return rows.filter((row) => matches(text(row))).sort((one, other) => direction * compared(of(one), of(other)));
}

// Made once: a table of thousands compares tens of thousands of times.
const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

function compared(one: string | number, other: string | number): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return byName.compare(`${one}`, `${other}`);
}
