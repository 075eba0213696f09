"""Charts as SVG, drawn on the server: shapes with classes that the style sheet colours, and a table of the figures."""
