// Charts are drawn by Plotly, which is unpacked when the first of them comes into view.
