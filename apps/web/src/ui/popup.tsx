import { Popover } from "antd";
import { type ReactElement, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import "./popup.css";

interface PopupProps {
  placement?: "bottomLeft" | "bottomRight";
  /** The accessible name, announced when it opens. */
  name: string;
  trigger: ReactElement;
  /** A function receives a callback that closes the popup. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

const FOCUSABLE = "input, button, select, textarea, a[href]";

/** A small panel below its button: takes the focus on open; Escape closes it and restores the focus. */
export const Popup = ({ name, trigger, children, placement = "bottomLeft" }: PopupProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLFieldSetElement>(null);

  const closeAndReturn = useCallback((): void => {
    setIsOpen(false);
    anchor.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
  }, []);

  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      closeAndReturn();
    };
    // In the capture phase, so that a drawer underneath stays open.
    document.addEventListener("keydown", closeOnEscape, true);
    return () => document.removeEventListener("keydown", closeOnEscape, true);
  }, [isOpen, closeAndReturn]);

  return (
    <span ref={anchor} className="ds-popup-anchor">
      <Popover
        open={isOpen}
        onOpenChange={setIsOpen}
        afterOpenChange={(open) => {
          if (open) panel.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
        }}
        trigger="click"
        placement={placement}
        arrow={false}
        destroyOnHidden
        // Next to its button in the DOM, so that Tab continues from there.
        getPopupContainer={(node) => node.parentElement ?? document.body}
        content={
          <fieldset ref={panel} className="ds-popup">
            <legend className="ds-popup-title">{name}</legend>
            {typeof children === "function" ? children(closeAndReturn) : children}
          </fieldset>
        }
      >
        {trigger}
      </Popover>
    </span>
  );
};
