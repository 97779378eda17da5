// Whether a pointer has come to something, or the something to the pointer: what is pointed at is told in the status
// line, which may grow by it and move the board under a mouse that lies still. That is no pointing, and would not end.
let last: { x: number; y: number } | null = null;

if (typeof addEventListener === 'function') {
  const note = ({ clientX, clientY }: PointerEvent) => (last = { x: clientX, y: clientY });
  addEventListener('pointermove', note, { capture: true, passive: true });
}

/** Of an event of entering or leaving: whether the pointer itself has moved. */
export function came({ clientX, clientY }: PointerEvent): boolean {
  return last?.x !== clientX || last.y !== clientY;
}
