import { Tooltip } from "react-aria-components/Tooltip";

/** After half a second on the pointer, at once on keyboard focus; never the only place of information. */
export function Tip({ label, keyName }: { readonly label: string; readonly keyName?: string }) {
  return (
    <Tooltip className="tip" offset={6}>
      {label}
      {keyName && <kbd>{keyName}</kbd>}
    </Tooltip>
  );
}
