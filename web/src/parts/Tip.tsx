import { Tooltip } from "react-aria-components/Tooltip";

/** A tooltip: after half a second on hover, immediately on keyboard focus; never the only source of information. */
export function Tip({ label, keyName }: { readonly label: string; readonly keyName?: string }) {
  return (
    <Tooltip className="tip" offset={6}>
      {label}
      {keyName && <kbd>{keyName}</kbd>}
    </Tooltip>
  );
}
