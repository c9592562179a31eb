/** The types of the package are written for programs that bundle it, and are no module by themselves. */
declare module '#onnxruntime' {
  export * from 'onnxruntime-common';
}
