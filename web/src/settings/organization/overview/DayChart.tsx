/** A chart of a number by day, and the same as a table. */
import { useId } from "react";
import { dateText, numberText } from "../../../text/dates.ts";
import { t } from "../../../text/text.ts";
import { BAR_STEP, BAR_WIDTH, barsOf, CHART_HEIGHT, type DayValue, topOf } from "./bars.ts";

interface DayChartProps {
  readonly title: string;
  readonly days: readonly DayValue[];
}

export function DayChart({ title, days }: DayChartProps) {
  const id = useId();
  const [first, last] = [days[0]?.date ?? "", days.at(-1)?.date ?? ""];
  const values = days.map(({ value }) => value);
  const summary = t("overview.chart", {
    title,
    from: dateText(first),
    to: dateText(last),
    most: numberText(Math.max(0, ...values)),
  });
  return (
    <figure className="day-chart" aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <span className="day-chart-top num" aria-hidden="true">
        {numberText(topOf(values))}
      </span>
      <svg
        viewBox={`0 0 ${days.length * BAR_STEP} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        {barsOf(days).map(({ date, value, x, height }) => (
          <rect key={date} x={x} y={CHART_HEIGHT - height} width={BAR_WIDTH} height={height}>
            <title>{t("overview.dayValue", { date: dateText(date), value: numberText(value) })}</title>
          </rect>
        ))}
      </svg>
      <span className="day-chart-ends" aria-hidden="true">
        <span>{dateText(first)}</span>
        <span>{dateText(last)}</span>
      </span>
      <details>
        <summary>{t("overview.asTable")}</summary>
        <table className="day-table">
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t("overview.day")}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, value }) => (
              <tr key={date}>
                <th scope="row">{dateText(date)}</th>
                <td className="num">{numberText(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
