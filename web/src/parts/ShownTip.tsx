/** The tooltip of `useTip`. */
import { useRef } from "react";
import { Tooltip, TooltipTriggerStateContext } from "react-aria-components/Tooltip";
import { keepTip, leaveTip, type Tip } from "./tips.tsx";

/** It stays while the pointer is on it. */
const STATE = { isOpen: true, shouldSkipAnimation: true, open: keepTip, close: leaveTip };

export function ShownTip({ tip: { anchor, label, keyName } }: { readonly tip: Tip }) {
  const element = useRef(anchor);
  return (
    // A tooltip reads its state from its trigger only, and would fail without one.
    <TooltipTriggerStateContext value={STATE}>
      <Tooltip className="tip" offset={6} triggerRef={element}>
        {label}
        {keyName && <kbd>{keyName}</kbd>}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}
